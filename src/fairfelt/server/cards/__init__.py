"""Cards and PINs at devices: who put in what, and the sessions that they open."""
