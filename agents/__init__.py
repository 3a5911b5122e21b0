"""Who does what, and who follows whom."""
