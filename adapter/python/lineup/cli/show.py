"""State and progress on a terminal; plain lines where there is none."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from ..link import LinkState, Phase
from ..observe import Observer, TaskView

Mood = Literal["ok", "warn", "bad", "plain"]
_MARK: dict[Mood, tuple[str, str]] = {
    "ok": ("✓", "green"), "warn": ("!", "yellow"), "bad": ("✗", "red"), "plain": ("·", "dim")
}  # fmt: skip
_LINK: dict[Phase, tuple[Mood, str]] = {
    "connecting": ("plain", "connecting"),
    "online": ("ok", "online"),
    "unconfirmed": ("warn", "waiting for you to confirm this agent in the web app"),
    "waiting": ("warn", "not connected"),
}
_TASK: dict[str, Mood] = {
    "running": "plain", "waiting": "warn", "succeeded": "ok", "failed": "bad", "cancelled": "plain", "stopped": "bad"
}  # fmt: skip


def clean(text: str) -> str:
    """One line without control or direction characters: texts come from other people."""
    return "".join(c if c.isprintable() else "�" for c in text)


def line(text: str, mood: Mood = "plain") -> Text:
    """A line with its mark: the mark says it without the colour."""
    mark, style = _MARK[mood]
    return Text.assemble((mark, style), " ", clean(text))


def say(text: str, mood: Mood = "plain") -> None:
    """Print a line."""
    Console(highlight=False, soft_wrap=True).print(line(text, mood))


def complain(error: BaseException) -> None:
    """Print an error to stderr."""
    Console(stderr=True, highlight=False, soft_wrap=True).print(line(str(error), "bad"))


@contextmanager
def watch() -> Iterator[Observer]:
    """An observer for the terminal at hand."""
    console = Console(highlight=False)
    if not console.is_terminal:
        yield Plain()
        return
    with Live(console=console, refresh_per_second=8, transient=True) as live:
        yield Screen(live)


def link_line(state: LinkState) -> tuple[str, Mood]:
    """The connection in words."""
    mood, words = _LINK[state.phase]
    said = f"{words}: {state.text}" if state.text else words
    return (f"{said}; next try in {state.retry_in:.0f} s" if state.phase == "waiting" else said), mood


def task_line(view: TaskView) -> str:
    """A task in words."""
    percent = f" {view.progress:.0f}%" if view.progress is not None and view.status in ("running", "waiting") else ""
    return f"{view.title}: {view.status}{percent}{' — ' + view.line if view.line else ''}"


class Known:
    """The tasks that were shown before."""

    def __init__(self) -> None:
        self._ids: set[str] = set()

    def resumes(self, view: TaskView) -> bool:
        """Whether this is the first that is heard of a task that was running before: said once."""
        first = view.id not in self._ids
        self._ids.add(view.id)
        if view.status not in ("running", "waiting"):
            self._ids.discard(view.id)
        return first and view.resumed


class Plain(Observer):
    """A line for each change, for logs and pipes."""

    def __init__(self) -> None:
        self._last = ""
        self._known = Known()

    def _print(self, text: str) -> None:
        if text != self._last:
            self._last = text
            print(time.strftime("%H:%M:%S"), clean(text), file=sys.stdout, flush=True)

    def link(self, state: LinkState) -> None:
        self._print(link_line(state)[0])

    def task(self, view: TaskView) -> None:
        self._print(f"{view.title}: resumed" if self._known.resumes(view) else task_line(view))

    def note(self, text: str) -> None:
        self._print(text)


class Screen(Observer):
    """The connection and the running tasks, redrawn in place; what ended scrolls away above."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._link: RenderableType = line("starting")
        self._tasks: dict[str, TaskView] = {}
        self._known = Known()

    def link(self, state: LinkState) -> None:
        self._link = line(*link_line(state))
        self._draw()

    def task(self, view: TaskView) -> None:
        if self._known.resumes(view):
            self._live.console.print(line(f"{view.title}: resumed"))
        if view.status in ("running", "waiting"):
            self._tasks[view.id] = view
        else:
            self._tasks.pop(view.id, None)
            self._live.console.print(line(task_line(view), _TASK[view.status]))
        self._draw()

    def note(self, text: str) -> None:
        self._live.console.print(line(text))

    def _draw(self) -> None:
        table = Table.grid(padding=(0, 1))
        for view in self._tasks.values():
            mark, style = _MARK[_TASK[view.status]]
            said = Text(clean(view.line or view.status), overflow="ellipsis", no_wrap=True)
            title = Text(clean(view.title), overflow="ellipsis", no_wrap=True)
            bar = ProgressBar(total=100, completed=view.progress or 0, width=20)
            table.add_row(Text(mark, style), title, bar, Text(f"{view.progress or 0:3.0f}%"), said)
        self._live.update(Group(self._link, table, Text("Ctrl-C stops; open tasks go on at the next start", "dim")))
