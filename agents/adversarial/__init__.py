"""Generation against detection, round after round."""
