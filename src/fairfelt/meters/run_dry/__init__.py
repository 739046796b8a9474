"""The chance that a fixed pay finds too little on the meter."""
