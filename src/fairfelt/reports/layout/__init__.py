"""The felt, the rack card and the playing cards as drawings."""
