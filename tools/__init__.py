"""LangChain tools over a patient's graph."""
