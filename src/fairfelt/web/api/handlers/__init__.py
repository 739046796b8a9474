"""The handlers of the API's endpoints, by subject."""
