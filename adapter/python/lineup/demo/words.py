"""What the demo says, in English and in Chinese: it answers in the language of the task."""

from __future__ import annotations

from dataclasses import dataclass

DIFF = """--- a/package.json
+++ b/package.json
@@ -12,9 +12,8 @@
   "dependencies": {
-    "left-pad": "^1.3.0",
-    "moment": "^2.29.4",
+    "date-fns": "^4.1.0",
     "react": "^19.1.0",
-    "request": "^2.88.2"
+    "undici": "^7.12.0"
   },
--- a/src/dates.ts
+++ b/src/dates.ts
@@ -1,2 +1,2 @@
-import moment from 'moment';
+import { formatISO } from 'date-fns';
"""


@dataclass(frozen=True, slots=True)
class Words:
    """One language."""

    heard: str
    heard_about_task: str
    looking: str
    building: str
    build_failed: str
    resumed: str
    reading: str
    plan: str
    step_scan: str
    step_sort: str
    step_write: str
    scanning: str
    scanned: str
    sorting: str
    testing: str
    writing: str
    revising: str
    delivering: str
    strategies: dict[str, str]
    careful_means: str
    steady_means: str
    bold_means: str
    strategy_title: str
    strategy_why: str
    strategy_impact: str
    address_title: str
    address_why: str
    address_impact: str
    review_title: str
    review_why: str
    review_impact: str
    review_again: str
    review_again_why: str
    revised: str
    not_reviewed: str
    checking: str
    checked: str
    step_check: str
    step_migrate: str
    approve_title: str
    approve_why: str
    approve_impact: str
    approve: str
    reject: str
    rejected: str
    expired: str
    migrating_1: str
    migrating_2: str
    migrating_3: str
    migrated: str
    migration_log: str
    migration_text: str
    migration_summary: str
    migration_done: str
    result: str
    artifact: str
    artifact_text: str
    artifact_summary: str
    done: str
    diff: str = DIFF
