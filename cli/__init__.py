"""The command curaview."""
