"""The story of §3.3: may the agent run a database migration? Nothing happens without a person's approval."""

from __future__ import annotations

from ..cards import Approval, Option
from ..errors import AnswerExpired
from .stage import Stage

_DAY = 24 * 3600


async def migrate(stage: Stage) -> str | None:
    """Only the migration: check, ask, run, deliver."""
    task, words = stage.task, stage.words
    if task.resumed:
        await task.message(words.resumed)
    await task.progress(10, words.checking)
    check = await task.child(words.step_check)
    await stage.pause(1)
    await task.progress(30, words.checked)
    await check.succeed()
    try:
        approved = await approve_migration(stage)
    except AnswerExpired:
        return await task.fail(words.expired)
    if not approved:
        return await task.cancel(words.rejected)
    await stage.stream(words.migrated)
    await stage.deliver(words.migration_log, words.migration_text, words.migration_summary)
    return words.migration_done


async def approve_migration(stage: Stage) -> bool:
    """Ask; run only if a person approved."""
    task, words = stage.task, stage.words
    answer = await task.ask(
        Approval(
            words.approve_title,
            why=words.approve_why,
            impact=words.approve_impact,
            risk="high",
            options=[
                Option("approve", words.approve, style="primary", decision="approve"),
                Option("reject", words.reject, style="danger", decision="reject"),
            ],
            details={
                "environment": "production",
                "migrations": ["0041_add_order_state", "0042_backfill_order_state", "0043_drop_legacy_flag"],
                "command": "python manage.py migrate orders 0043 --database production --no-input",
                "backup": "orders.dump (12 min old)",
            },
            expires_in=_DAY,
        ),
        key="migration",
    )
    if not answer.approved:
        return False
    run = await task.child(words.step_migrate)
    for percent, line in ((75, words.migrating_1), (82, words.migrating_2), (90, words.migrating_3)):
        await task.progress(percent, line)
        await stage.pause(1.2)
    await run.succeed()
    return True
