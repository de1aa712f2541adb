"""Every error code of the product: stable, with its HTTP status, and what to do (zh, en).

Refused            a command that the rules do not allow; nothing was appended (except an audit entry)
FrameError         an envelope that could not be read as a command (parse.py)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple


class Code(NamedTuple):
    """`status` is the HTTP status; `retryable`: the same request may succeed later, unchanged."""

    status: int
    retryable: bool
    zh: str
    en: str


CODES: dict[str, Code] = {
    # reading
    "bad_json": Code(400, False, "内容不是有效的 JSON，请检查格式后再发。", "Not valid JSON: check the syntax and send it again."),
    "bad_envelope": Code(400, False, "信封或字段不符合协议，见 message 里的路径。", "A field does not fit the protocol; the message names it."),
    "not_text": Code(400, False, "只接受文本帧，请以 UTF-8 JSON 发送。", "Only text frames are accepted: send UTF-8 JSON."),
    "too_deep": Code(400, False, "JSON 嵌套过深，最多 32 层。", "JSON is nested too deeply: at most 32 levels."),
    "frame_too_large": Code(413, False, "一帧最多 28 KB，请拆小后再发。", "A frame holds at most 28 KB: split it."),
    "event_too_large": Code(413, False, "一个事件最多 24 KB，请缩短内容或改用链接。", "An event holds at most 24 KB: shorten it or use a link."),
    "too_many_envelopes": Code(400, False, "一帧最多 10 个信封。", "A frame holds at most 10 envelopes."),
    "unknown_type": Code(400, False, "不认识的类型，已忽略；请核对协议版本。", "Unknown type, ignored: check the protocol version."),
    "protocol_version": Code(400, False, "协议版本不受支持，请升级。", "This protocol version is not supported: upgrade."),
    # who
    "unauthenticated": Code(401, False, "请先登录。", "Sign in first."),
    "credential_invalid": Code(401, False, "凭据无效或已撤销，请重新配对。", "The credential is invalid or was revoked: pair again."),
    "not_allowed": Code(403, False, "你的角色不能做这件事。", "Your role does not allow this."),
    "wrong_workspace": Code(403, False, "这个连接属于另一个工作区。", "This connection belongs to another workspace."),
    "origin_not_allowed": Code(403, False, "来源网址不被允许。", "This origin is not allowed."),
    "replaced": Code(409, True, "同一个 Agent 有更新的连接，旧连接已关闭。", "A newer connection of this agent took over."),
    "hello_required": Code(400, False, "请先发送 hello。", "Send hello first."),
    "agent_not_confirmed": Code(409, True, "请先在网页上确认这个 Agent。", "Confirm this agent in the web app first."),
    "agent_revoked": Code(409, False, "这个 Agent 的绑定已撤销。", "This agent was revoked."),
    # what
    "not_found": Code(404, False, "找不到，可能已删除或属于别处。", "Not found here."),
    "id_conflict": Code(409, False, "这个 id 已用于别的内容，请换一个 id。", "This id was used for other content: use a new id."),
    "illegal_transition": Code(409, False, "当前状态不允许这样做。", "The current state does not allow this."),
    "already_resolved": Code(409, False, "已经有人作出决定。", "Somebody has decided already."),
    "digest_mismatch": Code(409, False, "卡片内容已变化，请看过新内容再决定。", "The card has changed: read it again before you decide."),
    "expired": Code(409, False, "已过期，无人答复。", "It expired unanswered."),
    "withdrawn": Code(409, False, "Agent 已撤回这个请求。", "The agent withdrew the request."),
    "cancelled": Code(409, False, "任务已结束，这个请求随之取消。", "Its task has ended; the request is void."),
    "invalid_answer": Code(422, False, "答复不符合卡片的要求，见 message。", "The answer does not fit the card; see the message."),
    "invalid_request": Code(400, False, "请求不完整或格式不对，见 message。", "The request is incomplete or malformed; see the message."),
    "limit_reached": Code(409, False, "数量已到上限。", "A limit is reached."),
    "too_early": Code(409, True, "还不能强制取消，请稍后再试。", "Too early to force it: wait a little."),
    "ambiguous_agent": Code(400, False, "这个会话有多个 Agent，请指明一个。", "Several agents are in this conversation: name one."),
    # files
    "file_too_large": Code(413, False, "文件太大：单个文件最多 10 MB，整个工作区也有总量上限。", "Too large: a file has at most 10 MB, and a workspace's files have a limit in all."),
    "file_type": Code(415, False, "不接受这种文件；请换成常见的图片、文档、文本或压缩包。", "Files of this type are not taken: use a common image, document, text or archive."),
    "file_incomplete": Code(409, False, "文件还没有完整上传，请重新上传。", "The file is not completely uploaded: upload it again."),
    # when
    "busy": Code(503, True, "正忙，请稍后重试；重试不会重复执行。", "Busy: try again shortly; a retry is never done twice."),
    "rate_limited": Code(429, True, "发送太快，请放慢。", "Too fast: slow down."),
    "mail_returned": Code(409, False, "发往这个地址的邮件被退回。请检查拼写、换一个地址，或联系管理员。", "Mail to this address came back: check it, use another one, or ask whoever runs this LineUp."),
    "internal": Code(500, True, "服务器出错，未做任何更改；请重试，仍不行请附上诊断码。", "The server failed and changed nothing: retry, then report the code."),
    # pairing and signing in
    "pairing_unknown": Code(404, False, "没有这个配对码，请核对或在网页上重新生成。", "No such pairing code: check it, or make a new one in the web app."),
    "pairing_expired": Code(410, False, "配对码已过期（10 分钟），请在网页上重新生成。", "The pairing code expired (10 minutes): make a new one in the web app."),
    "pairing_used": Code(409, False, "配对码已用过，请在网页上重新生成。", "The pairing code was used already: make a new one in the web app."),
    "code_wrong": Code(401, False, "验证码不对，请再看一眼邮件。", "Wrong code: check the mail again."),
    "code_expired": Code(410, False, "验证码已过期，请重新获取。", "The code expired: ask for a new one."),
    "link_invalid": Code(410, False, "登录链接已用过或已过期。", "The sign-in link was used or has expired."),
}  # fmt: skip

# Close codes of the WebSocket (design.md §4). Clients retry all but FATAL.
BAD_HELLO, CREDENTIAL, NOT_ALLOWED, REPLACED, PROTOCOL, SLOW_DOWN = 4400, 4401, 4403, 4409, 4410, 4429
FATAL_CLOSE = frozenset({BAD_HELLO, CREDENTIAL, NOT_ALLOWED, PROTOCOL})
CLOSE_CODES: dict[int, str] = {
    BAD_HELLO: "bad hello",
    CREDENTIAL: "credential invalid or revoked",
    NOT_ALLOWED: "not allowed",
    REPLACED: "replaced by a newer connection",
    PROTOCOL: "protocol version",
    SLOW_DOWN: "slow down",
}


@dataclass(frozen=True)
class Refused(Exception):
    """A typed refusal. `details` is JSON for the sender (the current state, who decided and when)."""

    code: str
    message: str = ""
    details: dict[str, Any] | None = None

    def __post_init__(self) -> None:
        if self.code not in CODES:
            raise ValueError(f"unknown error code {self.code}")

    @property
    def text(self) -> str:
        """The message in English: the specific one, or the code's own."""
        return self.message or CODES[self.code].en

    @property
    def retryable(self) -> bool:
        """Whether the same request may succeed later."""
        return CODES[self.code].retryable

    def __str__(self) -> str:
        return f"{self.code}: {self.text}"
