"""Safety of instructions: what the patient is told to do, against the patient and what is known."""
