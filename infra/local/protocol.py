"""What aiohttp itself refuses (a broken request line, headers that are too long) gets a typed error as well."""

from __future__ import annotations

from aiohttp import web

from infra.local import answers


class TypedProtocol(web.RequestHandler):
    """One HTTP connection. aiohttp's own answer would quote the request, and its log too."""

    __slots__ = ()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """A typed error, after which the connection is closed."""
        if request.writer.output_size > 0:
            raise ConnectionError("an answer has begun already") from exc
        response = answers.error(status, "bad_request", "This is no HTTP request that can be understood.")
        answers.secure(response, "")
        response.force_close()
        return response
