"""Whole tables on the move: backup, restore, export, import, migrations, and whether a log is as it must be."""
