"""Rules that an edge between two instances decides: bars, causes and purposes."""
