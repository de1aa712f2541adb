"""The whole tour: “tidy the project's dependencies and write a plan” (§12.3), with all four kinds of cards."""

from __future__ import annotations

from ..cards import Choice, Input, Option, Review
from ..errors import AnswerExpired
from .migration import approve_migration
from .stage import Stage


async def tour(stage: Stage) -> str | None:
    """Plan, scan, choose, ask, review, approve, deliver. Returns the summary, None if it ended otherwise."""
    task, words = stage.task, stage.words
    if task.resumed:
        await task.message(words.resumed)
    await task.progress(5, words.reading)
    await stage.stream(words.plan)
    scan = await task.child(words.step_scan, status="queued")
    sort = await task.child(words.step_sort, status="queued")
    write = await task.child(words.step_write, status="queued")
    await stage.work(scan, ((12, words.scanning), (25, words.scanned)))
    await sort.start()
    await task.progress(32, words.sorting)
    try:
        chosen = await task.ask(_strategy(stage), key="strategy")
        address = await task.ask(_test_address(stage), key="test-address")
        await task.progress(48, words.testing.format(strategy=words.strategies[chosen.option], address=address.text))
        await stage.pause(1.5)
        await sort.succeed()
        await write.start()
        if not await _reviewed(stage):
            return await task.cancel(words.not_reviewed)
        await write.succeed()
        if not await approve_migration(stage):
            return await task.cancel(words.rejected)
    except AnswerExpired:
        return await task.fail(words.expired)
    return await _deliver(stage)


def _strategy(stage: Stage) -> Choice:
    words = stage.words
    options = [
        Option("careful", words.strategies["careful"], description=words.careful_means, recommended=True),
        Option("steady", words.strategies["steady"], description=words.steady_means),
        Option("bold", words.strategies["bold"], description=words.bold_means),
    ]
    return Choice(
        words.strategy_title, why=words.strategy_why, impact=words.strategy_impact, risk="low", options=options
    )  # fmt: skip


def _test_address(stage: Stage) -> Input:
    words = stage.words
    return Input(
        words.address_title, why=words.address_why, impact=words.address_impact, risk="low", format="url",
        placeholder="https://staging.example.com", max_length=200,
    )  # fmt: skip


async def _reviewed(stage: Stage) -> bool:
    """First the change itself; if changes are requested, a second draft in words, which says that it is scripted."""
    task, words = stage.task, stage.words
    await task.progress(60, words.writing)
    diff = Review(
        words.review_title, why=words.review_why, impact=words.review_impact, content=words.diff, format="diff",
        details={"files": 2, "tests": "214 passed"},
    )  # fmt: skip
    verdict = await task.ask(diff, key="review")
    if verdict.approved:
        return True
    await task.progress(64, words.revising)
    await stage.pause(1.5)
    text = words.revised.format(comment="> " + (verdict.comment or "").replace("\n", "\n> "))
    again = Review(words.review_again, why=words.review_again_why, impact=words.review_impact, content=text)
    return (await task.ask(again, key="review-again")).approved


async def _deliver(stage: Stage) -> str:
    task, words = stage.task, stage.words
    await task.progress(96, words.delivering)
    await stage.stream(words.result)
    await stage.deliver(words.artifact, words.artifact_text, words.artifact_summary)
    return words.done
