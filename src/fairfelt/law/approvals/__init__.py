"""The approvals register, required systems, and whether a table may open."""
