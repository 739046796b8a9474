"""Players' money against money in the bank."""
