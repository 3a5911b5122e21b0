"""The ledger: every comparable word of a sentence, and what the record has in its place."""
