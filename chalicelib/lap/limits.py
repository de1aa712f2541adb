"""Every limit of the protocol (design.md §5), each with a typed error in `errors.py`."""

VERSION = "0.1"

FRAME_BYTES = 28 * 1024
"""One WebSocket frame in either direction, UTF-8 bytes (API Gateway closes at 32 KB)."""
EVENT_BYTES = 24 * 1024
"""One envelope as stored, UTF-8 bytes of its JSON."""
FRAME_ENVELOPES = 10
"""Envelopes in one frame; together they are one transaction."""
DEPTH = 32
"""Nesting of JSON objects and arrays."""
FRAMES_PER_MINUTE = 120
FRAMES_BURST = 60

TITLE = 200
LABEL = 80
LINE = 300
PARAGRAPH = 2_000
CONTENT = 16_000
"""Characters of one message or of a review's inline content."""
ANSWER = 4_000
OPTIONS = 5
ATTACHMENTS = 10
FILE_BYTES = 10 * 1024 * 1024
"""One uploaded file."""
FILE_PART_BYTES = 512 * 1024
"""One part of an upload; all but the last have just this size."""
ARTIFACTS = 50
"""Artifacts of one task."""
CHILD_DEPTH = 5
CHILDREN = 50
OPEN_INTERACTIONS = 20
"""Open cards of one task."""
OPEN_IN_TREE = 40
"""Open steps and open cards below one root task, in all: they end with it, in one transaction."""
CAPABILITIES = 40
AGENTS_PER_CONVERSATION = 10

HEARTBEAT_SECONDS = 25
OFFLINE_SECONDS = 50
"""Silence by the server's clock after which an agent is offline (two missed heartbeats, §7.4)."""
GRACE_SECONDS = 15 * 60
CANCEL_TIMEOUT_SECONDS = 120
FORCE_CANCEL_SECONDS = 60
EXCERPT = 140
"""Code points of a conversation's last line."""
