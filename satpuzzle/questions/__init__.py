"""Questions about a puzzle that are plans over several covers."""
