"""Papers that the law asks for."""
