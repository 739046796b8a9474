"""What the log says day by day: read once, and read on as it grows."""
