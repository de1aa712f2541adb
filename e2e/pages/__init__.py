"""What concerns pages, whichever runtime serves them: tried on the embedded one, some on the packaged app too (Makefile)."""
