"""The HTTP server: application, headers, logs, metrics, errors."""
