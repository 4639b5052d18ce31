"""Forms in which servers ask for a wait."""

import pytest

from agent.model.hints import wait_hint

NOW = 1_790_000_000.0


@pytest.mark.parametrize(
    ("headers", "body", "seconds"),
    [
        ({"Retry-After": "2"}, {}, 2),
        ({"retry-after": "1.5"}, {}, 1.5),
        ({"retry-after-ms": "250", "retry-after": "1"}, {}, 0.25),
        ({"retry-after": "Mon, 21 Sep 2026 14:13:50 GMT"}, {}, 30),
        ({"retry-after": "Mon, 21 Sep 2026 14:13:50 GMT", "date": "Mon, 21 Sep 2026 14:13:30 GMT"},
         {}, 20),
        ({}, {"error": {"details": [{"@type": "RetryInfo", "retryDelay": "7s"}]}}, 7),
        ({}, {"error": {"retry_after": 3}}, 3),
        ({}, {"retry_after_ms": 1200}, 1.2),
        ({}, {"error": {"message": "Please try again in 940ms."}}, 0.94),
        ({}, {"error": {"message": "Limit 30. Try again in 1m3.5s. See docs."}}, 63.5),
        ({}, "Please retry after 22 seconds.", 22),
        ({}, {"detail": "Rate limited; wait 2 minutes"}, 120),
        ({}, {"message": "请在 5 秒后重试"}, 5),
        ({}, {"error": {"metadata": {"headers": {"X-RateLimit-Reset": "1790000009000"}}}}, 9),
        ({"x-ratelimit-reset": "1790000004"}, {}, 4),
        ({"x-ratelimit-reset": "6m0s"}, {}, 360),
    ],
)  # fmt: skip
def test_a_wait_is_read_in_every_form(headers, body, seconds):
    assert wait_hint(headers, body, NOW) == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({}, {}),
        ({"retry-after": "soon"}, {}),
        ({"retry-after": "Wed, 21 Jan 2026 07:28:00 GMT"}, {}),
        ({"x-ratelimit-reset": "1767225600000"}, {}),
        ({}, {"error": {"message": "Limit 20 requests per 60s reached"}}),
        ({}, {"error": {"message": "try again later; 3 models are up"}}),
        ({}, ["odd", 3, None]),
    ],
)
def test_no_wait_is_made_up(headers, body):
    assert wait_hint(headers, body, NOW) is None
