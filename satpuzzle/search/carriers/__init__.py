"""What carries the parts of a search: threads."""
