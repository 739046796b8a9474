"""What displays, keypads and the accounts see of the floor."""
