"""Starting in seconds: states saved on the way and found again, while all of the log is verified behind."""
