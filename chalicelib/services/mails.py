"""The texts of mails. A code is in the body only, never in a subject that a lock screen shows."""

from __future__ import annotations

from .ports import Mail


def code_mail(to: str, code: str, locale: str) -> Mail:
    """The sign-in code."""
    if locale.startswith("zh"):
        text = f"你的 LineUp 登录验证码是：\n\n    {code}\n\n10 分钟内有效。如果不是你本人在登录，请忽略这封邮件。\n"
        return Mail(to, "LineUp 登录验证码", text)
    text = f"Your LineUp sign-in code is:\n\n    {code}\n\nIt works for 10 minutes. Not you? Ignore this mail.\n"
    return Mail(to, "Your LineUp sign-in code", text)
