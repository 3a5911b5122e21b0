"""What the record says to when something happened, in which order, and for how long."""
