"""The law in the room: the jurisdiction, paperwork, and the verdict on each table."""
