"""The floor as a value: tables, people, devices, limits, duties."""
