"""What the twin saw, what was expected, and the audit of the journal."""
