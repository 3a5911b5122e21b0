"""What the record says to a diagnosis, symptom, finding, procedure, organism or cause."""
