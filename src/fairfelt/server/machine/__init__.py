"""The machine that a room runs on: its disks and certificates, the doctor, what its software is made of."""
