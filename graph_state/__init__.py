"""What travels through the state machine."""
