"""The reference graph: what is medically known, whoever the patient is, behind one adapter."""
