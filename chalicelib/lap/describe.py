"""One sentence for every event, in Chinese and English: the timeline, the log, the receipt.

A sentence is a template and its parameters, so that the browser can build the same one (`web/src/lap/describe.gen.ts`
is generated from `SENTENCES`). Parameters are plain text, to be shown escaped.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from . import events as ev
from .answers import ApprovalResponse, ChoiceResponse, InputResponse, ReviewResponse

Language = Literal["zh", "en"]


class Sentence(NamedTuple):
    """The same sentence twice; `{name}` is a parameter."""

    zh: str
    en: str


SENTENCES: dict[str, Sentence] = {
    "workspace.created": Sentence("{actor} 创建了工作区“{name}”", "{actor} created the workspace “{name}”"),
    "member.added": Sentence("{actor} 把 {name} 加为{role}", "{actor} made {name} {role}"),
    "agent.paired": Sentence("{name} 用配对码完成连接", "{name} was paired"),
    "agent.confirmed": Sentence("{actor} 确认了 Agent，命名为“{name}”", "{actor} confirmed the agent as “{name}”"),
    "agent.renamed": Sentence("{actor} 把 Agent 改名为“{name}”", "{actor} renamed the agent to “{name}”"),
    "agent.revoked": Sentence("{actor} 撤销了 Agent 的绑定", "{actor} revoked the agent"),
    "agent.connected": Sentence("Agent 已上线", "The agent came online"),
    "agent.disconnected/closed": Sentence("Agent 断开了连接", "The agent disconnected"),
    "agent.disconnected/silent": Sentence("Agent 没有心跳，视为离线", "The agent fell silent and counts as offline"),
    "conversation.created": Sentence("{actor} 开始了会话“{title}”", "{actor} started the conversation “{title}”"),
    "conversation.renamed": Sentence("{actor} 把会话改名为“{title}”", "{actor} renamed the conversation to “{title}”"),
    "conversation.archived/true": Sentence("{actor} 归档了会话", "{actor} archived the conversation"),
    "conversation.archived/false": Sentence("{actor} 取消了会话的归档", "{actor} unarchived the conversation"),
    "message.acknowledged": Sentence("{actor} 开始处理消息", "{actor} took up a message"),
    "message.created": Sentence("{actor} 发了消息", "{actor} sent a message"),
    "task.created": Sentence("{actor} 创建了任务“{title}”", "{actor} created the task “{title}”"),
    "task.created/retry": Sentence("{actor} 重试了任务“{title}”", "{actor} tried the task “{title}” again"),
    "task.created/child": Sentence("{actor} 新增子任务“{title}”", "{actor} added the step “{title}”"),
    "task.delivered": Sentence("任务已送达 Agent", "The task reached the agent"),
    "task.accepted": Sentence("{actor} 开始执行", "{actor} started"),
    "task.status_changed/progress": Sentence("进度 {progress}% {summary}", "{progress}% {summary}"),
    "task.status_changed/running": Sentence("正在执行{tail}", "Running{tail}"),
    "task.status_changed/queued": Sentence("排队中{tail}", "Queued{tail}"),
    "task.status_changed/waiting_for_human": Sentence("等待你{tail}", "Waiting for you{tail}"),
    "task.status_changed/succeeded": Sentence("任务完成{tail}", "Succeeded{tail}"),
    "task.status_changed/failed": Sentence("任务失败{tail}", "Failed{tail}"),
    "task.status_changed/failed/agent_unreachable": Sentence(
        "任务失败：Agent 失联超过宽限期", "Failed: the agent was unreachable for its grace period"
    ),
    "task.status_changed/failed/agent_revoked": Sentence(
        "任务失败：Agent 的绑定已撤销", "Failed: the agent was revoked"
    ),
    "task.status_changed/cancelled": Sentence("任务已取消{tail}", "Cancelled{tail}"),
    "task.status_changed/cancelled/parent_ended": Sentence(
        "上级任务已结束，子任务随之取消", "Cancelled with its parent task"
    ),
    "task.status_changed/cancelled/cancelled_before_start": Sentence(
        "在送达 Agent 之前取消", "Cancelled before it reached the agent"
    ),
    "task.status_changed/cancelled/cancel_forced": Sentence(
        "{actor} 强制取消，Agent 没有确认", "{actor} forced the cancel without the agent's word"
    ),
    "task.status_changed/cancelled/cancel_timeout": Sentence(
        "Agent 没有按时确认，已按超时取消", "Cancelled: the agent did not confirm in time"
    ),
    "task.cancel_requested": Sentence("{actor} 请求取消", "{actor} asked to cancel"),
    "task.late_reported": Sentence("Agent 迟到的结果：{outcome}", "A late report from the agent: {outcome}"),
    "task.reopened": Sentence("{actor} 采纳了迟到的结果：{outcome}", "{actor} accepted the late report: {outcome}"),
    "artifact.created": Sentence("新产物：{name}", "New artifact: {name}"),
    "interaction.requested": Sentence("{actor} 请求你处理：{title}", "{actor} asks: {title}"),
    "interaction.updated": Sentence("{actor} 修改了请求：{title}", "{actor} changed the request: {title}"),
    "interaction.answered/approve": Sentence("{actor} 批准了“{title}”", "{actor} approved “{title}”"),
    "interaction.answered/reject": Sentence("{actor} 拒绝了“{title}”", "{actor} rejected “{title}”"),
    "interaction.answered/request_changes": Sentence(
        "{actor} 要求修改“{title}”", "{actor} requested changes to “{title}”"
    ),
    "interaction.answered/choice": Sentence("{actor} 为“{title}”作了选择", "{actor} chose for “{title}”"),
    "interaction.answered/input": Sentence("{actor} 填写了“{title}”", "{actor} filled in “{title}”"),
    "interaction.delivered": Sentence("答复已送达 Agent：{title}", "The answer reached the agent: {title}"),
    "interaction.acknowledged": Sentence("Agent 已收到答复：{title}", "The agent has the answer: {title}"),
    "interaction.expired": Sentence("“{title}”已过期，无人答复", "“{title}” expired: nobody answered"),
    "interaction.withdrawn": Sentence("{actor} 撤回了“{title}”{tail}", "{actor} withdrew “{title}”{tail}"),
    "interaction.cancelled/task_ended": Sentence(
        "任务已结束，“{title}”随之取消", "“{title}” was cancelled: its task ended"
    ),
    "interaction.cancelled/agent_revoked": Sentence(
        "Agent 已撤销，“{title}”随之取消", "“{title}” was cancelled: its agent was revoked"
    ),
    "access.denied": Sentence("{actor} 没有权限，操作被拒绝：{action}", "{actor} was not allowed to: {action}"),
}

_WORDS: dict[str, Sentence] = {
    "owner": Sentence("所有者", "an owner"),
    "member": Sentence("成员", "a member"),
    "viewer": Sentence("只读成员", "a viewer"),
    "succeeded": Sentence("已完成", "succeeded"),
    "failed": Sentence("失败", "failed"),
    "cancelled": Sentence("已取消", "cancelled"),
}
WORDS = _WORDS


def key(event: ev.Event) -> str:
    """Which of `SENTENCES` tells this event."""
    match event:
        case ev.AgentDisconnected():
            return f"{event.type}/{event.payload.reason}"
        case ev.TaskCreated() if event.payload.parent_task_id:
            return "task.created/child"
        case ev.TaskCreated() if event.payload.retry_of:
            return "task.created/retry"
        case ev.ConversationArchived():
            return f"{event.type}/{'true' if event.payload.archived else 'false'}"
        case ev.TaskStatusChanged():
            return _status_key(event)
        case ev.InteractionAnswered():
            return f"{event.type}/{_verdict(event)}"
        case ev.InteractionCancelled():
            return f"{event.type}/{event.payload.reason or 'task_ended'}"
    return event.type


def _status_key(event: ev.TaskStatusChanged) -> str:
    p = event.payload
    full = f"{event.type}/{p.status}/{p.reason}"
    if full in SENTENCES:
        return full
    if p.progress is not None and p.status in (None, "running"):
        return "task.status_changed/progress"
    return f"{event.type}/{p.status or 'running'}"


def _verdict(event: ev.InteractionAnswered) -> str:
    match event.payload.response:
        case ApprovalResponse(decision=decision):
            return decision or "approve"
        case ReviewResponse(decision=decision):
            return decision
        case ChoiceResponse():
            return "choice"
        case InputResponse():
            return "input"


def describe(event: ev.Event, language: Language) -> str:
    """The sentence of one event."""
    sentence = getattr(SENTENCES[key(event)], language)
    return str(sentence.format_map(parameters(event, language))).strip()


def parameters(event: ev.Event, language: Language) -> dict[str, str]:
    """What the sentence is filled with; a word that is missing is empty."""
    p = event.payload
    texts = {"actor": event.actor.name or event.actor.id}
    for name in ("name", "title", "summary", "action"):
        texts[name] = str(getattr(p, name, None) or "")
    tail = next((text for name in ("error", "summary", "reason") if (text := getattr(p, name, None))), "")
    texts["tail"] = f"{'：' if language == 'zh' else ': '}{tail}" if tail else ""
    if isinstance(event, ev.InteractionRequested | ev.InteractionUpdated):
        texts["title"] = event.payload.interaction.title
    if isinstance(event, ev.MemberAdded):
        texts["role"] = getattr(_WORDS[event.payload.role], language)
    if isinstance(event, ev.TaskLateReported | ev.TaskReopened):
        texts["outcome"] = getattr(_WORDS[event.payload.status], language)
    if isinstance(event, ev.TaskStatusChanged) and event.payload.progress is not None:
        texts["progress"] = f"{event.payload.progress:.0f}"
    return texts
