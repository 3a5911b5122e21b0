"""What the record says to a claim about a drug: given or not, status, dose, frequency, route."""
