"""A real HTTP server on loopback that speaks the chat-completions protocol, for tests."""

import json
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

USAGE = {
    "prompt_tokens": 100,
    "completion_tokens": 20,
    "prompt_tokens_details": {"cached_tokens": 64},
}


@dataclass
class Answer:
    """What the server does with one request."""

    status: int = 200
    body: Any = None
    """A JSON value, or text as it is."""
    kind: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    events: list[Any] | None = None
    """A stream of events instead of a body: JSON values, raw lines, bytes as they are, or
    functions, which are called (a stall)."""
    cut: bool = False
    """Drop the connection before the end."""
    wait: Callable[[], Any] | None = None
    """Called before the answer."""
    closing: bool = False
    """A stream without chunks, that ends where the connection does."""


def completion(
    text: str | None, finish: str | None = "stop", usage: Any = USAGE, **message: Any
) -> Answer:
    choice: dict[str, Any] = {"index": 0, "finish_reason": finish}
    choice["message"] = {"role": "assistant", "content": text, **message}
    body = {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
    return Answer(body={**body, "usage": usage} if usage is not None else body)


def chunk(content: str | None = None, finish: str | None = None, **delta: Any) -> dict[str, Any]:
    piece = {**delta, **({"content": content} if content is not None else {})}
    choice = {"index": 0, "delta": piece, "finish_reason": finish}
    return {"id": "c", "object": "chat.completion.chunk", "model": "m", "choices": [choice]}


def stream(text: str, finish: str | None = "stop", usage: Any = USAGE, **delta: Any) -> Answer:
    middle = len(text) // 2
    events: list[Any] = [chunk("", role="assistant"), chunk(text[:middle], **delta)]
    events += [chunk(text[middle:])]
    if finish is not None:
        events.append(chunk(finish=finish))
    if usage is not None:
        events.append({"id": "c", "choices": [], "usage": usage})
    return Answer(events=[*events, "[DONE]"])


def _framed(event: Any) -> bytes:
    if isinstance(event, bytes):
        return event
    if isinstance(event, str) and event.startswith("event:"):
        return f"{event}\n".encode()
    text = event if isinstance(event, str) else json.dumps(event)
    return f"data: {text}\n\n".encode()


class Endpoint:
    """`with Endpoint(handler) as endpoint`: the handler gets the request and its number."""

    def __init__(self, handler: Callable[[dict[str, Any], int], Answer]) -> None:
        self._handler = handler
        self._lock = threading.Lock()
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.paths: list[str] = []
        self.models = ["m"]

    def __enter__(self) -> "Endpoint":
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: Any) -> None:
                pass

            def do_GET(self) -> None:
                names = [{"id": name, "object": "model"} for name in outer.models]
                self.reply(Answer(body={"object": "list", "data": names}))

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with outer._lock:
                    outer.requests.append(body)
                    outer.keys.append(self.headers.get("Authorization", ""))
                    outer.paths.append(self.path)
                    number = len(outer.requests)
                self.reply(outer._handler(body, number))

            def reply(self, answer: Answer) -> None:
                if answer.wait is not None:
                    answer.wait()
                if answer.events is not None:
                    self.stream(answer)
                    return
                text = answer.body if isinstance(answer.body, str) else json.dumps(answer.body)
                data = text.encode()
                self.send_response(answer.status)
                self.send_header("Content-Type", answer.kind)
                self.send_header("Content-Length", str(len(data)))
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data[: len(data) // 2] if answer.cut else data)
                if answer.cut:
                    self.hang_up()

            def stream(self, answer: Answer) -> None:
                self.send_response(answer.status)
                json_kind = answer.kind == "application/json"
                self.send_header("Content-Type", "text/event-stream" if json_kind else answer.kind)
                if answer.closing:
                    self.send_header("Connection", "close")
                    self.close_connection = True
                else:
                    self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                for event in answer.events or ():
                    if callable(event):
                        event()
                        continue
                    data = _framed(event)
                    self.wfile.write(
                        data if answer.closing else b"%x\r\n%s\r\n" % (len(data), data)
                    )
                    self.wfile.flush()
                if answer.cut:
                    self.hang_up()
                elif not answer.closing:
                    self.wfile.write(b"0\r\n\r\n")

            def hang_up(self) -> None:
                self.wfile.flush()
                self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True

        class Server(ThreadingHTTPServer):
            request_queue_size = 256
            daemon_threads = True

            def handle_error(self, *_: Any) -> None:
                pass  # a client that hangs up is what some tests are about

        self._server = Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.01,), daemon=True
        )
        self._thread.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"
