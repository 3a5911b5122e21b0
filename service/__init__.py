"""The HTTP application for people: the review desk and the upload page, on loopback only."""
