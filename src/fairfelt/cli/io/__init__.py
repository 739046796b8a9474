"""What commands share: options, files, output, progress, errors."""
