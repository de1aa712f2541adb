"""What concerns pages only, whichever runtime serves them: tried on the embedded one."""
