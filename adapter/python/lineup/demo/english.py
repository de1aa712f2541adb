"""The demo in English."""

from __future__ import annotations

from .words import Words

ENGLISH = Words(
    heard=(
        "Got it. I am a simulated agent: I do nothing real, I only show how working with one feels.\n\n"
        "Give me a task to see more: write for example *Tidy the project's dependencies and write a plan* and tick"
        " **Track as task**. A task about a *migration* asks for one approval only; one about *failing* fails."
    ),
    heard_about_task=(
        "Your message has reached me. A real agent would take it into account; I follow a script: it changes nothing."
    ),
    looking="Looking at the project",
    building="Building",
    build_failed="The build failed: the lock file and package.json disagree about react. Nothing was changed.",
    resumed="I was interrupted and go on where I was. Your answers are still here; nothing is done twice.",
    reading="Reading the project",
    plan=(
        "I will tidy the dependencies in three steps:\n\n"
        "1. **Scan** what the project uses, and what it only carries along\n"
        "2. **Sort** it: update, replace, remove\n"
        "3. **Write** the plan and the change, for you to review\n\n"
        "I will ask before anything that matters."
    ),
    step_scan="Scan the dependencies",
    step_sort="Sort: update, replace, remove",
    step_write="Write the plan and the change",
    scanning="Scanning 148 packages",
    scanned="Found 5 packages to look at",
    sorting="Sorting what was found",
    testing="{strategy}: checking against {address}",
    writing="Writing the change",
    revising="Writing a second draft, as scripted",
    delivering="Writing the result",
    strategies={"careful": "Careful", "steady": "Steady", "bold": "Bold"},
    careful_means="Security fixes only, no major versions",
    steady_means="All minor versions, majors one by one",
    bold_means="Everything to its newest version",
    strategy_title="How far should the updates go?",
    strategy_why="Three packages have newer major versions, and they break things differently.",
    strategy_impact="Decides which packages the plan covers. You review the change before it is applied.",
    address_title="Which test environment may I use?",
    address_why="I check the change against a running system. Any address will do here: the demo opens none.",
    address_impact="I only read from this address.",
    review_title="Review the change",
    review_why="Two packages are replaced and one goes; the tests pass, but the code reads differently now.",
    review_impact="If it looks good to you, the change goes into the plan. Nothing is merged by this.",
    review_again="Review the revised plan",
    review_again_why="You asked for changes. A real agent would make them; this second draft is scripted.",
    revised=(
        "## Second draft\n\nYou wrote:\n\n{comment}\n\n"
        "I am a simulated agent: your comment has reached me, but I did not understand it and did not follow it. What"
        " comes now is the same whatever you write.\n\n"
        "| package | before | after |\n|---|---|---|\n| moment | 2.29.4 | removed, `date-fns` instead |\n"
        "| request | 2.88.2 | removed, `undici` instead |\n| left-pad | 1.3.0 | removed |\n\n"
        "Each goes into a commit of its own, so that any one can be taken back."
    ),
    not_reviewed="The plan was not approved, so I stopped. Nothing was changed.",
    checking="Checking the migrations",
    checked="3 migrations are ready, the backup is fresh",
    step_check="Check migrations and backup",
    step_migrate="Run 3 migrations (simulated)",
    approve_title="Run 3 database migrations on production? (simulated)",
    approve_why=(
        "A rehearsal: there is no such database. For real, they would change the orders table of the production"
        " database. I never do that without you; if you refuse, I stop the task and change nothing."
    ),
    approve_impact=(
        "For real: the table orders (2.4 million rows) is locked for about 40 seconds; checkout waits that long. The"
        " third migration drops a column: only the backup brings it back."
    ),
    approve="Run the migrations",
    reject="Do not run them",
    rejected="You rejected the migrations, so I stopped. Nothing was changed.",
    expired="Nobody answered in time, so I stopped. Nothing was changed.",
    migrating_1="Migration 1 of 3: adding the column",
    migrating_2="Migration 2 of 3: filling 2.4 million rows",
    migrating_3="Migration 3 of 3: dropping the old flag",
    migrated=(
        "All three migrations went through in 38 seconds. Checkout answered again after 41 seconds, and the row counts"
        " agree. (This was a simulation: no database was touched.)"
    ),
    migration_log="migration-log.md",
    migration_text=(
        "```\n0041_add_order_state        ok     2 s\n0042_backfill_order_state   ok    34 s   2,400,000 rows\n"
        "0043_drop_legacy_flag       ok     2 s\n```\n\nMade up: no database was touched."
    ),
    migration_summary="3 migrations, 38 s, row counts agree",
    migration_done="3 migrations ran (simulated); all checks passed",
    result=(
        "## Result\n\n- 5 packages planned: 1 removed, 2 replaced, 2 updated\n- 214 tests pass\n"
        "- 3 migrations ran on production in 38 seconds\n\nThe plan is attached. (This was a simulation: nothing real"
        " was changed.)"
    ),
    artifact="upgrade-plan.md",
    artifact_text=(
        "| order | package | what | why |\n|---|---|---|---|\n| 1 | left-pad | remove | nothing uses it |\n"
        "| 2 | request | replace with `undici` | no longer maintained |\n"
        "| 3 | moment | replace with `date-fns` | no longer developed |\n"
        "| 4 | react | 19.1.0 → 19.2.0 | minor version |\n| 5 | vite | 6.3 → 7.0 | major version, on its own |\n\n"
        "Made up: this plan is the same whatever you answered."
    ),
    artifact_summary="5 packages, in the order to take them",
    done="Plan written, change reviewed, migrations run (simulated)",
)
