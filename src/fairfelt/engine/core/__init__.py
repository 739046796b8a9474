"""What every solver works with: settlement rows, problems, decisions, endings, exact numbers."""
