"""What only the embedded runtime has: a server that sends no mail."""
