"""What concerns pages, whichever runtime serves them; run on the embedded one."""
