"""What goes wrong on a bad night: clock, wire, disk, torn writes."""
