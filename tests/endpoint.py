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
    """A stream of events instead of a body: JSON values, or raw lines."""
    cut: bool = False
    """Drop the connection before the end."""
    wait: Callable[[], Any] | None = None


def completion(
    text: str | None, finish: str = "stop", usage: Any = USAGE, **message: Any
) -> Answer:
    choice = {"index": 0, "finish_reason": finish}
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


class Endpoint:
    """`with Endpoint(handler) as endpoint`: the handler gets the request and its number."""

    def __init__(self, handler: Callable[[dict[str, Any], int], Answer]) -> None:
        self._handler = handler
        self._lock = threading.Lock()
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
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
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                for event in answer.events or ():
                    raw = isinstance(event, str)
                    line = event if raw and event.startswith("event:") else None
                    text = event if raw else json.dumps(event)
                    data = (f"{line}\n" if line else f"data: {text}\n\n").encode()
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
                    self.wfile.flush()
                if answer.cut:
                    self.hang_up()
                else:
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
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"
