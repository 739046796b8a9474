"""The manager's dashboard: what needs somebody, today's figures, meters, and the map of the floor."""
