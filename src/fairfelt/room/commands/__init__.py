"""What may be asked of the room and what is recorded of it: commands beside their events, subject by subject."""
