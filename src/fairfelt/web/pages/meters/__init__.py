"""Pages on what a progressive meter will do."""
