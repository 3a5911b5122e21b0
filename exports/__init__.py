"""What leaves: reports and data for other programs."""
