"""From record files to the patient's knowledge graph and its store."""
