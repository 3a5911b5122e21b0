"""What a conversation says to a note that was written from it."""
