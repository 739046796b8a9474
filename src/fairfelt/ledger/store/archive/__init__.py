"""Events that were moved out of the database to compressed files, and how they are read back."""
