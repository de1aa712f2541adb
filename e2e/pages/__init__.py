"""What concerns pages, whichever runtime serves them: the embedded one, for some the packaged app too (Makefile)."""
