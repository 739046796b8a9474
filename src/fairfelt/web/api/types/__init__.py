"""What the API takes and gives, type by type."""
