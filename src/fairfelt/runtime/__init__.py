"""The ground: settings, formats of money and days, compiled kernels and processes."""
