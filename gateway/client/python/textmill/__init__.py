"""The Python client of Textmill: workflows on texts, clean URLs and sorted lines from a gateway, without dependencies.

    from textmill import Client

    with Client("http://127.0.0.1:8080", api_key="svc_live_...") as client:
        print(client.run("  pear\\napple", ["trim-lines", "sort-lines"]).result)

`Client` blocks, `AsyncClient` is for asyncio. Both have the same calls, and may be shared by threads and tasks.
Lengths are in UTF-16 code units, as the gateway counts them; times are in seconds.
"""

from __future__ import annotations

import asyncio
import base64
import copy
import gzip
import http.client
import io
import json
import math
import os
import platform
import random
import re
import socket
import ssl
import threading
import time
import unicodedata
import urllib.parse
import urllib.request
import zlib
from collections import deque
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Generator,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Callable, Generic, Literal, Protocol, TypedDict, TypeVar, Union, cast

if TYPE_CHECKING:
    # Checkers of types know it without an installation; programs do not need it.
    from typing_extensions import Unpack

__all__ = [
    "AsyncClient",
    "BatchOptions",
    "CallOptions",
    "Client",
    "ClientOptions",
    "Progress",
    "QuotaError",
    "Retry",
    "RunResult",
    "SanitizeOptions",
    "SanitizeResult",
    "SortDedupeOptions",
    "SortDedupeResult",
    "Step",
    "TextResult",
    "TextmillError",
    "Timing",
    "UrlBatchOptions",
    "UrlOptions",
    "Usage",
]
__version__ = "1.4.0"

Step = Union[str, Mapping[str, Any]]
"""A slug, `{"toolSlug": ..., "config": {...}}`, or a group: `{"each": "line", "steps": [...]}`."""

_Result = TypeVar("_Result")


# Errors


class TextmillError(Exception):
    """The gateway refuses a call, or does not respond. A used-up quota is a `QuotaError`.

    `status` is the HTTP status, 0 without a response. `code` is the gateway's error code, such as `step-failed`: it is
    stable, while messages may change; empty for an error of an older gateway, a proxy or the connection. `details` has
    the values in the message by name: `step`, `tool`, `path`, `limit`, `line`, `column` and others. `request_id`
    identifies the request in the gateway's log. `done` is the number of rows whose results were returned, those before
    `start` included; None for calls without rows.
    """

    def __init__(
        self,
        message: str,
        status: int = 0,
        *,
        request_id: str = "",
        done: int | None = None,
        code: str = "",
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.request_id = request_id
        self.done = done
        self.code = code
        self.details: Mapping[str, Any] = {} if details is None else details


class QuotaError(TextmillError):
    """The daily quota of the account, of `quota` requests, is used up: the next request is possible at `free_at`."""

    quota: int = 0
    free_at: datetime = datetime.fromtimestamp(0, timezone.utc)


def _quota_error(spent: _Spent, request_id: str) -> QuotaError:
    when = spent.free_at.astimezone(timezone.utc).isoformat(timespec="milliseconds")
    when = re.sub(r"(?:\.000)?\+00:00$", "Z", when)
    error = QuotaError(
        f"The daily quota of {spent.quota:,} requests is used up; the next request is free at {when}",
        429,
        request_id=request_id,
        code="rate-limited",
    )
    error.quota, error.free_at = spent.quota, spent.free_at
    return error


def _batch_error(error: TextmillError, done: int) -> TextmillError:
    """Returns the error of one request as the error of the rows."""
    again = copy.copy(error)
    again.done = done
    return again


# Results


@dataclass(frozen=True)
class RunResult:
    """The text after the last step. `meta` has the names of the API: `stepsExecuted`, `inputLength`, `trace`."""

    result: str
    meta: Mapping[str, Any]


@dataclass(frozen=True)
class SanitizeResult:
    """Result i belongs to URL i. `removed` and `signed_by` are there with `explain`, as in the API."""

    sanitized: list[str]
    count: int
    removed: list[list[Mapping[str, str]]] | None = None
    signed_by: list[str | None] | None = None


@dataclass(frozen=True)
class SortDedupeResult:
    """The lines, joined by line feeds, and their number: an empty `output` may be 0 lines or 1."""

    output: str
    lines: int


@dataclass(frozen=True)
class TextResult:
    """What became of one of many texts: `result`, or None with `error`, its `code` and what else the API tells."""

    result: str | None
    error: str | None = None
    code: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Usage:
    """The limits of a key and what is left of them; None is no limit, and for `free_at` that a request is possible."""

    plan: str
    quota: int | None
    used: int
    remaining: int | None
    free_at: datetime | None
    burst_per_minute: int | None


@dataclass(frozen=True)
class Progress:
    """Rows whose results were returned, requests sent so far, and how many of these were retries."""

    done: int
    requests: int
    retries: int


@dataclass(frozen=True)
class Retry:
    """Why a request is sent again: its status (0 without a response), how often it was sent, and the wait before."""

    status: int
    reason: str
    attempts: int
    delay: float


class CallOptions(TypedDict, total=False):
    """`timeout`: after so many seconds a call raises `TimeoutError`, retries and waits included."""

    timeout: float | None


class BatchOptions(TypedDict, total=False):
    """How rows are sent: requests in parallel (1 to 64, by default 4); how many rows to skip, which is `done` of the
    `TextmillError` that ended an earlier run; what is called each time the results of a request have been returned.
    """

    connections: int
    start: int
    on_progress: Callable[[Progress], None] | None


class UrlOptions(TypedDict, total=False):
    """The options of `POST /v1/sanitize`. By default `profile` is `standard`, and all others are off."""

    keep_params: Sequence[str]
    extra_params: Sequence[str]
    ignore_case: bool
    profile: Literal["standard", "conservative", "extended", "careful"]
    affiliate_tags: bool
    fragment: bool
    normalize: bool
    unwrap: bool


class SanitizeOptions(UrlOptions, CallOptions, total=False):
    """With `explain`, the result says what was removed."""

    explain: bool


class UrlBatchOptions(UrlOptions, BatchOptions, total=False):
    """The options of URLs and those of batches."""


class SortDedupeOptions(CallOptions, total=False):
    """The options of `POST /v1/sort-dedupe`: by default all but `ignore_case` are on, and `direction` is `asc`."""

    trim_lines: bool
    drop_blank: bool
    dedupe: bool
    ignore_case: bool
    sort: bool
    direction: Literal["asc", "desc"]


class ClientOptions(TypedDict, total=False):
    """The options of both clients.

    `api_key`: without a key only the catalogue can be read. `max_wait` (60): how many seconds a call is retried while
    no call succeeds; 0 switches retries off. `wait_for_quota`: whether calls wait for the daily quota when it is used
    up, for up to a day. `compression` (`auto`): requests of 8 KB and more are compressed, unless the gateway is on this
    machine. `on_retry`: called before each wait. `ssl_context`: replaces the default one, which trusts the authorities
    of this machine. `timing`: replaces the clock, the waits and the random numbers in tests.
    """

    api_key: str | None
    max_wait: float
    wait_for_quota: bool
    compression: Literal["auto", "always", "never"]
    on_retry: Callable[[Retry], None] | None
    ssl_context: ssl.SSLContext | None
    timing: Timing | None


class Timing(Protocol):
    """The clock, the waits and the random numbers of a client, for tests to replace. All times are in seconds."""

    def now(self) -> float:
        """Returns the monotonic time."""

    def date(self) -> float:
        """Returns the time since the epoch."""

    def wait(self, seconds: float, ended: threading.Event) -> None:
        """Waits, but no longer than until the event is set."""

    def random(self) -> float:
        """Returns a number of at least 0 and less than 1."""


class _RealTiming:
    def now(self) -> float:
        return time.monotonic()

    def date(self) -> float:
        return time.time()

    def wait(self, seconds: float, ended: threading.Event) -> None:
        ended.wait(seconds)

    def random(self) -> float:
        return random.random()


class _Stopped(Exception):
    """Ends the work of a call whose caller has gone."""


class _Stop:
    """Ends a call from another thread, or when its time is over. A stop ends its children as well."""

    def __init__(self, parent: _Stop | None = None, timeout: float | None = None) -> None:
        self.ended = threading.Event()
        self.timeout = timeout
        self.ends_at = math.inf if timeout is None else time.monotonic() + timeout
        self._parent = parent
        # A collected iterator removes its action in any thread, even in one that holds the lock.
        self._lock = threading.RLock()
        self._actions: dict[Callable[[], None], None] = {}

    def __enter__(self) -> _Stop:
        if self._parent is not None:
            self._parent.add(self.stop)
        return self

    def __exit__(self, *_: object) -> None:
        if self._parent is not None:
            self._parent.remove(self.stop)

    def add(self, action: Callable[[], None]) -> None:
        """Has an action called at the stop; now, if that was before."""
        with self._lock:
            self._actions[action] = None
            if self.ended.is_set():
                action()

    def remove(self, action: Callable[[], None]) -> None:
        with self._lock:
            self._actions.pop(action, None)

    def stop(self) -> None:
        # The lock is held, so that no action runs after its removal.
        with self._lock:
            self.ended.set()
            for action in list(self._actions):
                action()

    def check(self) -> None:
        if self._parent is not None:
            self._parent.check()
        elif self.ended.is_set():
            raise RuntimeError("The client is closed")
        if self.ended.is_set():
            raise _Stopped
        if time.monotonic() >= self.ends_at:
            raise TimeoutError(f"No result within {self.timeout:g} seconds")


# One request


@dataclass(frozen=True, repr=False)
class _Request:
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes | None
    is_limited: bool


@dataclass(frozen=True)
class _Failure:
    """A request without a successful response. `retry_after` is in seconds."""

    status: int
    reason: str
    request_id: str = ""
    code: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)
    retry_after: float = 0
    cause: Exception | None = None
    is_lasting: bool = False


@dataclass(frozen=True)
class _Success:
    body: Any


_LONGEST_RESPONSE = 120.0
_CONNECT_TIMEOUT = 30.0
# Servers close idle connections, some after 5 seconds: a request must not meet that.
_LONGEST_IDLE = 4.0
_MOST_IDLE = 64
_LONGEST_MESSAGE = 1_000
# A shorter secret is none: it may stand in any word.
_SHORTEST_SECRET = 8
_ACCEPTED = "application/problem+json, application/json"
_STANDARD_MEMBERS = {"type", "title", "status", "detail", "instance", "code", "requestId"}
_REDIRECTS = {301, 302, 303, 307, 308}
_USER_AGENT = f"textmill-python/{__version__} Python/{platform.python_version()}"


class _TimedSocket:
    """A socket for http.client whose reads and writes end at a time, however slowly they go on."""

    def __init__(self, real: socket.socket) -> None:
        self.real = real
        self.ends_at = math.inf

    def limit(self) -> None:
        left = self.ends_at - time.monotonic()
        if left <= 0:
            raise socket.timeout("timed out")
        self.real.settimeout(left)

    def sendall(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            self.limit()
            rest = rest[self.real.send(rest) :]

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self))

    def close(self) -> None:
        self.real.close()


class _TimedReader(io.RawIOBase):
    def __init__(self, owner: _TimedSocket) -> None:
        self._owner = owner
        # Keeps the socket open until the response is read, as http.client expects.
        self._raw = owner.real.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._owner.limit()
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


@dataclass(frozen=True, repr=False)
class _Route:
    """Where connections go to: to the gateway, or to the proxy that the environment names for it."""

    host: str
    port: int
    context: ssl.SSLContext | None
    tunnel: tuple[str, int] | None
    proxy_headers: Mapping[str, str]
    target_prefix: str


class _Line:
    """One connection, used for one request after another."""

    def __init__(self, route: _Route, ends_at: float) -> None:
        timeout = max(0.001, min(_CONNECT_TIMEOUT, ends_at - time.monotonic()))
        self._http: http.client.HTTPConnection
        if route.context is None:
            self._http = http.client.HTTPConnection(route.host, route.port, timeout=timeout)
        else:
            self._http = http.client.HTTPSConnection(route.host, route.port, timeout=timeout, context=route.context)
        if route.tunnel is not None:
            self._http.set_tunnel(*route.tunnel, headers=route.proxy_headers)
        try:
            self._http.connect()
        except BaseException:
            self._http.close()
            raise
        self.socket = _TimedSocket(self._http.sock)
        self._http.sock = cast(socket.socket, self.socket)
        # http.client must not open another connection by itself: it would have no limit.
        self._http.auto_open = 0
        self.used_at = 0.0

    def shut(self) -> None:
        """Ends a read or write of another thread."""
        try:
            # Not the method of an SSLSocket, which takes its state away from the thread that reads.
            socket.socket.shutdown(self.socket.real, socket.SHUT_RDWR)
        except OSError:
            pass

    def close(self) -> None:
        self._http.close()
        self.socket.close()

    def is_usable(self) -> bool:
        """Whether the connection is still open, and nothing came that no request asked for."""
        if time.monotonic() - self.used_at > _LONGEST_IDLE:
            return False
        try:
            self.socket.real.settimeout(0)
            self.socket.real.recv(1)
        except (BlockingIOError, ssl.SSLWantReadError):
            return True
        except OSError:
            return False
        return False

    def exchange(self, request: _Request, target: str, headers: Mapping[str, str]) -> tuple[Any, bytes, bool]:
        """Returns the response, its body, and whether the connection can be used again."""
        is_sent = True
        try:
            self._http.request(request.method, target, request.body, dict(headers))
        except (BrokenPipeError, ConnectionResetError):
            # A server may refuse a body and close: its response says why.
            is_sent = False
        response = self._http.getresponse()
        body = response.read()
        is_open = is_sent and self._http.sock is not None
        self.used_at = time.monotonic()
        return response, body, is_open


class _Transport:
    """Sends single requests over connections that stay open. Threads may share it."""

    def __init__(self, address: urllib.parse.SplitResult, secret: str | None, context: ssl.SSLContext | None) -> None:
        self._secret = secret or ""
        self._prefix = urllib.parse.quote(address.path, safe="/%:@!$&'()*+,;=~-._")
        self._route = _route_to(address, context)
        self._lock = threading.Lock()
        self._idle: deque[_Line] = deque()
        self._process = os.getpid()

    def exchange(self, request: _Request, seconds: float, stop: _Stop) -> _Success | _Failure:
        """Sends a request once, and waits so many seconds for the end of the response."""
        stop.check()
        ends_at = min(time.monotonic() + seconds, stop.ends_at)
        line: _Line | None = None
        try:
            line = self._take() or _Line(self._route, ends_at)
            line.socket.ends_at = ends_at
            stop.add(line.shut)
            try:
                target = self._route.target_prefix + self._prefix + request.path
                headers = {**request.headers, **({} if self._route.tunnel else self._route.proxy_headers)}
                response, body, is_open = line.exchange(request, target, headers)
            finally:
                stop.remove(line.shut)
            stop.check()
            if response.headers.get("content-encoding", "").lower() == "gzip":
                body = _unpacked(body)
            if is_open and self._give_back(line):
                line = None
        except (OSError, http.client.HTTPException, UnicodeError, zlib.error) as error:
            stop.check()
            return self._no_response(error, seconds)
        finally:
            if line is not None:
                line.close()
        return self._outcome(response, body)

    def close(self) -> None:
        with self._lock:
            lines, self._idle = self._idle, deque()
        for line in lines:
            line.close()

    def _take(self) -> _Line | None:
        if self._process != os.getpid():
            # A child process shares the sockets of its parent, which must stay as they are.
            self._lock, self._idle, self._process = threading.Lock(), deque(), os.getpid()
        while True:
            with self._lock:
                if not self._idle:
                    return None
                line = self._idle.pop()
            if line.is_usable():
                return line
            line.close()

    def _give_back(self, line: _Line) -> bool:
        with self._lock:
            while self._idle and line.used_at - self._idle[0].used_at > _LONGEST_IDLE:
                self._idle.popleft().close()
            if len(self._idle) >= _MOST_IDLE:
                return False
            self._idle.append(line)
            return True

    def _no_response(self, error: Exception, seconds: float) -> _Failure:
        if isinstance(error, socket.timeout):
            return _Failure(0, f"no response within {math.ceil(seconds)} seconds", cause=error)
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        # What a server writes instead of HTTP may have the key in it, and tracebacks show the cause.
        cause = error if self._readable(str(error)) == self._readable(str(error), "") else None
        return _Failure(0, self._readable(str(reason).strip()), cause=cause, is_lasting=_is_lasting(error))

    def _outcome(self, response: http.client.HTTPResponse, data: bytes) -> _Success | _Failure:
        status, headers = response.status, response.headers
        request_id = headers.get("x-request-id", "")
        if status in _REDIRECTS:
            return _Failure(0, "unexpected redirect", request_id, is_lasting=True)
        body = _parsed(data)
        if 200 <= status < 300:
            if body is not _NOT_JSON:
                return _Success(body)
            message = "the response is not JSON: is this the address of a Textmill gateway?"
            raise TextmillError(message, status, request_id=request_id)
        sentence, code, details = _error_in(body)
        if sentence is None:
            sentence = f"unexpected response: {status} {response.reason}".strip()
        wait = _retry_after(headers.get("retry-after", ""), headers.get("date", ""))
        return _Failure(status, self._readable(sentence), request_id, code, details, wait)

    def _readable(self, message: str, secret: str | None = None) -> str:
        """Makes a message safe to display: one line, without control characters and without the key."""
        secret = self._secret if secret is None else secret
        if len(secret) >= _SHORTEST_SECRET:
            message = message.replace(secret, "[key]")
        start = message[: _LONGEST_MESSAGE + 1]
        clean = "".join(" " if unicodedata.category(sign) in ("Cc", "Cf", "Zl", "Zp") else sign for sign in start)
        return clean[:_LONGEST_MESSAGE] + "…" if len(clean) > _LONGEST_MESSAGE else clean


def _route_to(address: urllib.parse.SplitResult, context: ssl.SSLContext | None) -> _Route:
    """Finds the way to a gateway; the environment names proxies, as for urllib."""
    is_secure = address.scheme == "https"
    tls = (context or ssl.create_default_context()) if is_secure else None
    host, port = str(address.hostname), address.port or (443 if is_secure else 80)
    named = urllib.request.getproxies().get(address.scheme)
    if not named or urllib.request.proxy_bypass(address.netloc):
        return _Route(host, port, tls, None, {}, "")
    proxy = urllib.parse.urlsplit(named if "://" in named else f"http://{named}")
    if proxy.scheme != "http" or not proxy.hostname:
        raise ValueError(f"{address.scheme}_proxy must begin with http://")
    headers = {}
    if proxy.username is not None:
        user = f"{urllib.parse.unquote(proxy.username)}:{urllib.parse.unquote(proxy.password or '')}"
        headers["Proxy-Authorization"] = f"Basic {base64.b64encode(user.encode()).decode()}"
    tunnel = (host, port) if is_secure else None
    prefix = "" if is_secure else f"http://{address.netloc}"
    return _Route(proxy.hostname, proxy.port or 80, tls, tunnel, headers, prefix)


def _is_lasting(error: Exception) -> bool:
    """Whether the address or the certificate itself seems wrong."""
    if isinstance(error, socket.gaierror):
        return error.errno != socket.EAI_AGAIN
    if isinstance(error, (http.client.BadStatusLine, http.client.UnknownProtocol)):
        return not isinstance(error, http.client.RemoteDisconnected)
    is_dropped = isinstance(error, (ssl.SSLEOFError, ssl.SSLZeroReturnError))
    return isinstance(error, UnicodeError) or (isinstance(error, ssl.SSLError) and not is_dropped)


def _unpacked(body: bytes) -> bytes:
    unpacker = zlib.decompressobj(wbits=31)
    data = unpacker.decompress(body) + unpacker.flush()
    if not unpacker.eof:
        raise http.client.IncompleteRead(body)
    return data


_NOT_JSON: Any = object()


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8-sig", "replace"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return _NOT_JSON


def _error_in(body: Any) -> tuple[str | None, str, Mapping[str, Any]]:
    """Returns the sentence, the code and the details of a gateway's error in either form."""
    members: Mapping[str, Any] = body if isinstance(body, dict) else {}
    code, detail, error = members.get("code"), members.get("detail"), members.get("error")
    if isinstance(code, str) and isinstance(detail, str):
        return detail, code, {name: value for name, value in members.items() if name not in _STANDARD_MEMBERS}
    return (error if isinstance(error, str) else None), "", {}


def _retry_after(value: str, date: str) -> float:
    """Returns `Retry-After` in seconds. A date is compared with the clock of its sender: this one may be wrong."""
    if re.fullmatch(r"\s*[+-]?\d+(?:\.\d*)?\s*", value, re.ASCII):
        return max(0.0, float(value))
    try:
        return max(0.0, (parsedate_to_datetime(value) - parsedate_to_datetime(date)).total_seconds())
    except (TypeError, ValueError, IndexError, OverflowError):
        return 0.0


def _length(text: str) -> int:
    """Returns the length in UTF-16 code units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _json_bytes(body: Any) -> tuple[bytes, int]:
    """Returns the JSON of a request in UTF-8, with half surrogates as escapes, and its length."""
    text = json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    length = _length(text)
    try:
        return text.encode(), length
    except UnicodeEncodeError:
        return re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", text).encode(), length


# Retries and the quota


_FIRST_DELAY = 0.25
_LONGEST_DELAY = 30.0
_LONGEST_WAIT = (2**31 - 1) / 1_000
# Of a gateway that is starting, stopping or busy, and of a proxy that does not reach one.
_PASSING = {0, 429, 502, 503, 504}
# This 503 is about the text, not the load: the same job most likely takes as long again.
_TIME_LIMIT = "job-time-limit"
_TRIES_AT_TIME_LIMIT = 3
_DEFAULT_MAX_WAIT = 60.0
# Even a request near the end of `max_wait` gets some time for its response.
_SHORTEST_TIMEOUT = 5.0
_USAGE_PATH = "v1/usage"
_USAGE_TIMEOUT = 10.0
# Each question counts against the bursts, so not every request that a burst limit stops may ask again.
_USAGE_HOLDS = 10.0
# For a spent quota that should be free again: the clock of this machine may be wrong.
_OVERDUE_HOLDS = 1.0


class _Retries:
    """Counts the failures of one request, and decides whether and when it is sent again."""

    def __init__(self, max_wait: float, timing: Timing) -> None:
        self._max_wait = max_wait
        self._timing = timing
        self.attempts = 0
        self._time_limits = 0

    def is_final(self, failure: _Failure) -> bool:
        """Counts a failure. Returns whether another try would most likely fail in the same way."""
        self.attempts += 1
        if failure.code == _TIME_LIMIT:
            self._time_limits += 1
        return failure.status not in _PASSING or self._time_limits >= _TRIES_AT_TIME_LIMIT

    def delay(self, retry_after: float, idle_since: float) -> float | None:
        """Returns how long to wait before the next try; None once `max_wait` has passed without success."""
        left = idle_since + self._max_wait - self._timing.now()
        return None if left <= 0 else min(left, _LONGEST_WAIT, retry_after + self.back_off())

    def back_off(self) -> float:
        """Returns an exponential delay with jitter: requests that fail together must not return together."""
        ceiling = min(_LONGEST_DELAY, _FIRST_DELAY * 2.0 ** min(self.attempts - 1, 20))
        return ceiling * (0.5 + self._timing.random() / 2)


@dataclass(frozen=True)
class _Spent:
    quota: int
    free_at: datetime


class _QuotaCheck:
    """Finds out whether a 429 means a spent quota or a burst: the status is the same."""

    def __init__(self, ask: Callable[[_Stop], _Success | _Failure], timing: Timing) -> None:
        self._ask = ask
        self._timing = timing
        self._lock = threading.Lock()
        self._is_answered = False
        self._spent: _Spent | None = None
        self._asked_at = -math.inf
        self._is_there = True

    def spent(self, stop: _Stop) -> _Spent | None:
        """Returns the spent quota; None if it is not spent or that is unknown. Threads share one question."""
        while not self._lock.acquire(timeout=0.05):
            stop.check()
        try:
            now, spent = self._timing.now(), self._spent
            is_overdue = spent is not None and spent.free_at.timestamp() <= self._timing.date()
            is_old = now - self._asked_at >= (_OVERDUE_HOLDS if is_overdue else _USAGE_HOLDS)
            if not self._is_answered or (self._is_there and is_old):
                self._asked_at, self._spent = now, None
                self._spent = self._question(stop)
                self._is_answered = True
            return self._spent
        finally:
            self._lock.release()

    def admitted(self, sent_at: float) -> None:
        """Notes that a request was admitted: the quota is not spent any more."""
        if self._spent is not None and sent_at >= self._asked_at:
            self._is_answered, self._spent = False, None

    def _question(self, stop: _Stop) -> _Spent | None:
        """Remembers a gateway without this endpoint: an earlier version, or something else."""
        try:
            outcome = self._ask(stop)
        except TextmillError:
            self._is_there = False
            return None
        if isinstance(outcome, _Failure):
            self._is_there = self._is_there and outcome.status != 404
            return None
        self._is_there = _is_usage(outcome.body)
        if not self._is_there or outcome.body["quota"] is None:
            return None
        free_at = _time(outcome.body["freeAt"])
        return None if free_at is None else _Spent(outcome.body["quota"], free_at)


def _time(text: str | None) -> datetime | None:
    """Reads a time of the API: `2026-11-22T10:15:00.000Z`."""
    try:
        time_read = None if text is None else datetime.fromisoformat(re.sub("Z$", "+00:00", text))
    except ValueError:
        return None
    return time_read.replace(tzinfo=time_read.tzinfo or timezone.utc) if time_read else None


def _ignore(_retry: Retry) -> None:
    pass


class _Connection:
    """Sends requests, and retries them while the gateway is busy, restarting or limiting them."""

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        max_wait: float = _DEFAULT_MAX_WAIT,
        wait_for_quota: bool = False,
        compression: str = "auto",
        on_retry: Callable[[Retry], None] | None = None,
        ssl_context: ssl.SSLContext | None = None,
        timing: Timing | None = None,
    ) -> None:
        self._address = _address_of(base_url)
        _check_key(api_key)
        if compression not in ("auto", "always", "never"):
            raise ValueError("compression must be one of: auto, always, never")
        if isinstance(max_wait, bool) or not isinstance(max_wait, (int, float)) or not max_wait >= 0:
            raise ValueError(f"max_wait must be a number of seconds from 0, not {max_wait!r}")
        self.base_url = base_url
        self._api_key = api_key
        self._max_wait = float(max_wait)
        self._wait_for_quota = wait_for_quota
        self._compression = compression
        self.on_retry = on_retry or _ignore
        self._timing = timing or _RealTiming()
        self._transport = _Transport(self._address, api_key, ssl_context)
        usage = self._request("GET", _USAGE_PATH)
        self._quota_check = _QuotaCheck(lambda stop: self._exchange(usage, _USAGE_TIMEOUT, stop), self._timing)
        self._last_success: float | None = None
        self._quota_wait_end = -math.inf
        self.known_tools: dict[str, Mapping[str, Any]] = {}

    def close(self) -> None:
        self._transport.close()

    def send(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        stop: _Stop,
        on_retry: Callable[[Retry], None],
        if_match: str | None = None,
    ) -> Any:
        """Sends a request until it succeeds or is refused. Returns the JSON of the response, unchecked."""
        request = self._request(method, path, body, if_match)
        started = self._timing.now()
        retries = _Retries(self._max_wait, self._timing)
        while True:
            sent_at = self._timing.now()
            outcome = self._exchange(request, self._response_timeout(started), stop)
            if isinstance(outcome, _Success):
                self._last_success = self._timing.now()
                if request.is_limited:
                    self._quota_check.admitted(sent_at)
                return outcome.body
            if retries.is_final(outcome):
                raise _error_of(outcome) from outcome.cause
            if self._last_success is None and outcome.is_lasting:
                raise _error_of(outcome, f"Cannot reach {self.base_url}: {outcome.reason}") from outcome.cause
            may_be_quota = request.is_limited and outcome.status == 429
            spent = self._quota_check.spent(stop) if may_be_quota else None
            if spent is None:
                delay = retries.delay(outcome.retry_after, self._idle_since(started))
                if delay is None:
                    raise _error_of(outcome, self._gave_up(outcome)) from outcome.cause
                self._wait(Retry(outcome.status, outcome.reason, retries.attempts, delay), stop, on_retry)
                continue
            error = _quota_error(spent, outcome.request_id)
            if not self._wait_for_quota:
                raise error
            # By the clock of this machine: a request that comes too early is refused, and waits again.
            until_free = max(0.0, spent.free_at.timestamp() - self._timing.date())
            delay = min(_LONGEST_WAIT, until_free + retries.back_off())
            self._wait(Retry(outcome.status, str(error), retries.attempts, delay), stop, on_retry)
            self._quota_wait_end = self._timing.now()

    def _exchange(self, request: _Request, seconds: float, stop: _Stop) -> _Success | _Failure:
        return self._transport.exchange(request, seconds, stop)

    def _request(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, if_match: str | None = None
    ) -> _Request:
        """Makes a request, which can be sent any number of times; its body is compressed once."""
        accepts_packed = self._compression == "always" or (
            self._compression == "auto" and not _THIS_MACHINE.search(str(self._address.hostname))
        )
        headers = {
            "Accept": _ACCEPTED,
            "Accept-Encoding": "gzip" if accepts_packed else "identity",
            "User-Agent": _USER_AGENT,
        }
        data = None
        if body is not None:
            data, length = _json_bytes(body)
            headers["Content-Type"] = "application/json"
            if accepts_packed and (self._compression == "always" or length >= _LEAST_PACKED):
                data = gzip.compress(data, 6)
                headers["Content-Encoding"] = "gzip"
        if if_match is not None:
            headers["If-Match"] = if_match
        is_public = path.startswith("v1/tools")
        if self._api_key is not None and not is_public:
            headers["X-API-Key"] = self._api_key
        return _Request(method, path, headers, data, "X-API-Key" in headers and path != _USAGE_PATH)

    def _idle_since(self, started: float) -> float:
        """Returns the start of the time without success, for a call that started then."""
        return max(started if self._last_success is None else self._last_success, started, self._quota_wait_end)

    def _response_timeout(self, started: float) -> float:
        if self._max_wait == 0:
            return _LONGEST_RESPONSE
        left = self._idle_since(started) + self._max_wait - self._timing.now()
        return min(_LONGEST_RESPONSE, max(left, _SHORTEST_TIMEOUT))

    def _wait(self, retry: Retry, stop: _Stop, on_retry: Callable[[Retry], None]) -> None:
        on_retry(retry)
        left = stop.ends_at - time.monotonic()
        self._timing.wait(max(0.0, min(retry.delay, left)), stop.ended)
        stop.check()

    def _gave_up(self, failure: _Failure) -> str:
        # Without retries, the gateway's own message is clearer.
        if self._max_wait == 0 and failure.status != 0:
            return failure.reason
        seconds = math.floor(self._max_wait + 0.5)
        return f"No response from {self.base_url} for {seconds} seconds; the last was: {failure.reason}"


def _error_of(failure: _Failure, message: str | None = None) -> TextmillError:
    return TextmillError(
        failure.reason if message is None else message,
        failure.status,
        request_id=failure.request_id,
        code=failure.code,
        details=failure.details,
    )


# A shorter body is sent faster than it is compressed.
_LEAST_PACKED = 8_192
_THIS_MACHINE = re.compile(r"^(?:.+\.)?localhost$|^127(?:\.\d+){3}$|^::1$")


def _address_of(base_url: str) -> urllib.parse.SplitResult:
    """Checks the address of a gateway. Messages end up in logs, so no password is quoted."""
    shown = "an address with a password" if "@" in str(base_url) else base_url
    wrong = ValueError(f"base_url must begin with http:// or https://, not {shown}")
    if not isinstance(base_url, str) or not re.match("https?://", base_url, re.IGNORECASE):
        raise wrong
    try:
        address = urllib.parse.urlsplit(base_url)
        has_host = bool(address.hostname) and (address.port is None or address.port > 0)
    except ValueError:
        has_host = False
    if not has_host or re.search(r"[\s\x00-\x1f\x7f]", address.netloc):
        raise wrong from None
    if "@" in address.netloc:
        raise ValueError("base_url must not hold a user name or password")
    if address.query or address.fragment:
        raise ValueError("base_url must not have a query or fragment")
    path = address.path if address.path.endswith("/") else f"{address.path}/"
    # Paths of the API begin with /v1: with this address every request would be a 404.
    if path.endswith("/v1/"):
        raise ValueError("base_url must not end with /v1, which is added to it")
    return address._replace(path=path)


def _check_key(api_key: str | None) -> None:
    if api_key is None:
        return
    if api_key == "":
        raise ValueError("api_key is empty: is the variable that holds it set?")
    if not isinstance(api_key, str) or not re.fullmatch(r"[\x21-\x7e]+", api_key):
        raise ValueError("api_key must be ASCII without white space")


# Responses


def _unexpected_response() -> TextmillError:
    return TextmillError("the response is not from Textmill: is this the address of a gateway?", 200)


def _has(value: Any, **types: str) -> bool:
    """Whether a value is an object whose members have these types of JSON and are not null."""
    return isinstance(value, dict) and all(_is_of(value.get(name), kind) for name, kind in types.items())


def _is_of(value: Any, kind: str) -> bool:
    if kind == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, {"string": str, "array": list, "object": dict}[kind])


def _checked(is_response: bool) -> None:
    if not is_response:
        raise _unexpected_response()


def _run_result(body: Any) -> RunResult:
    numbers = dict.fromkeys(("stepsExecuted", "inputLength", "outputLength", "processingTimeMs"), "number")
    _checked(_has(body, result="string", meta="object") and _has(body["meta"], **numbers))
    return RunResult(body["result"], body["meta"])


def _sanitize_result(body: Any, urls: int) -> SanitizeResult:
    _checked(
        _has(body, sanitized="array", count="number")
        and len(body["sanitized"]) == urls
        and all(isinstance(url, str) for url in body["sanitized"])
    )
    return SanitizeResult(body["sanitized"], body["count"], body.get("removed"), body.get("signedBy"))


def _sort_dedupe_result(body: Any) -> SortDedupeResult:
    _checked(_has(body, output="string", lines="number"))
    return SortDedupeResult(body["output"], body["lines"])


def _is_usage(body: Any) -> bool:
    names = {"quota", "remaining", "freeAt", "burstPerMinute"}
    if not _has(body, plan="string", used="number") or not names <= set(body):
        return False
    counts = (body["quota"], body["remaining"], body["burstPerMinute"])
    is_time = body["freeAt"] is None or isinstance(body["freeAt"], str)
    return is_time and all(count is None or _is_of(count, "number") for count in counts)


def _usage(body: Any) -> Usage:
    _checked(_is_usage(body))
    return Usage(
        body["plan"], body["quota"], body["used"], body["remaining"], _time(body["freeAt"]), body["burstPerMinute"]
    )


def _tool(body: Any) -> Mapping[str, Any]:
    _checked(_is_tool(body))
    return cast("Mapping[str, Any]", body)


def _is_tool(body: Any) -> bool:
    texts = dict.fromkeys(("slug", "title", "category", "description"), "string")
    return _has(body, config="object", examples="array", **texts)


def _workflow(body: Any) -> Mapping[str, Any]:
    _checked(_has(body, name="string", version="number", etag="string"))
    return cast("Mapping[str, Any]", body)


def _workflow_path(name: str) -> str:
    return f"v1/workflows/{urllib.parse.quote(name, safe='')}"


def _catalogue(body: Any) -> Mapping[str, Any]:
    _checked(
        _has(body, tools="array", count="number", data="object")
        and all(_is_tool(tool) for tool in body["tools"])
        and _has(body["data"], unicode="string", icu="string", timeZones="string")
    )
    return cast("Mapping[str, Any]", body)


# Whether a workflow keeps the number of lines


_NO_LINE_ENDS = r"^[^\r\n]*$"
_LONGEST_SHOWN = 60


def _unmet_conditions(tool: Mapping[str, Any], options: Mapping[str, Any]) -> str | None:
    """Returns what must change for a tool to turn each line into one line; None if nothing, or `never`."""
    keeps_lines = tool.get("keepsLines")
    if keeps_lines is True:
        return None
    if not isinstance(keeps_lines, list) or not keeps_lines:
        return "never"
    properties = tool["config"].get("properties", {})

    def option(name: str) -> Any:
        return options[name] if name in options else properties.get(name, {}).get("default")

    unmet = [
        {name: condition for name, condition in conditions.items() if not _meets(option(name), condition)}
        for conditions in keeps_lines
    ]
    # The alternative that lacks the least is most likely the intended one.
    return _conditions_text(min(unmet, key=len)) or None


def _meets(value: Any, condition: Mapping[str, Any]) -> bool:
    if "enum" in condition:
        return any(value == each and isinstance(value, bool) == isinstance(each, bool) for each in condition["enum"])
    # A newer gateway may send conditions that this client does not know.
    pattern = _pattern(condition.get("pattern"))
    if pattern is None:
        return False
    return value is None or _every_text(value, pattern)


def _every_text(value: Any, pattern: re.Pattern[str]) -> bool:
    if isinstance(value, (list, tuple)):
        return all(_every_text(item, pattern) for item in value)
    return isinstance(value, str) and pattern.search(value) is not None


def _pattern(source: Any) -> re.Pattern[str] | None:
    """Reads a pattern of JavaScript, where `$` is the very end and a dot is no line end; None if Python cannot."""
    if not isinstance(source, str):
        return None
    read, is_class = "", False
    for part in re.findall(r"\\.|.", source, re.DOTALL):
        if part == "[" and not is_class:
            is_class = True
        elif part == "]":
            is_class = False
        elif not is_class:
            part = {"$": r"\Z", ".": "[^\\n\\r\u2028\u2029]"}.get(part, part)
        read += part
    try:
        return re.compile(read.replace("(?<", "(?P<").replace("(?P<=", "(?<=").replace("(?P<!", "(?<!"), re.ASCII)
    except re.error:
        return None


def _conditions_text(conditions: Mapping[str, Any]) -> str:
    """Formats conditions: `unit: line or word, and no line end in char or prefix`."""
    without_ends = [name for name, condition in conditions.items() if condition.get("pattern") == _NO_LINE_ENDS]
    texts = [_condition_text(name, conditions[name]) for name in conditions if name not in without_ends]
    if without_ends:
        texts.append(f"no line end in {_listed(without_ends)}")
    return ", and ".join(texts)


def _condition_text(name: str, condition: Mapping[str, Any]) -> str:
    pattern = condition.get("pattern")
    if "enum" in condition:
        shown = [each if isinstance(each, str) else json.dumps(each) for each in condition["enum"]]
        return f"{name}: {_listed(shown)}"
    if not isinstance(pattern, str):
        return f"{name} as keepsLines of the tool describes"
    if len(pattern) > _LONGEST_SHOWN:
        return f"{name} of the form that keepsLines of the tool describes"
    return f"{name} matching {pattern}"


def _listed(names: Sequence[str]) -> str:
    return "".join(names) if len(names) < 2 else f"{', '.join(names[:-1])} or {names[-1]}"


_Send = Callable[..., Any]


def _check_steps(send: _Send, steps: Sequence[Any], known: dict[str, Mapping[str, Any]]) -> None:
    """Refuses a workflow that does not turn each line into one line, with the fix."""
    number = 0

    def check(step: Any) -> None:
        nonlocal number
        if isinstance(step, dict) and "steps" in step:
            if not _group_keeps_lines(step):
                raise _loses_lines(f"Step {number + 1} (group)", "never")
            for inner in [*step["steps"], *(step.get("else") or [])]:
                check(inner)
            return
        slug = step.get("toolSlug") if isinstance(step, dict) else step
        number += 1
        unmet = _unmet_conditions(known_tool(str(slug)), (isinstance(step, dict) and step.get("config")) or {})
        if unmet is not None:
            raise _loses_lines(f"Step {number} ({slug})", unmet)

    def known_tool(slug: str) -> Mapping[str, Any]:
        try:
            if slug not in known:
                known[slug] = _tool(send("GET", f"v1/tools/{urllib.parse.quote(slug, safe='')}"))
            return known[slug]
        except TextmillError as error:
            # Other servers send a 404 without a code.
            if error.code != "not-found":
                raise
            raise TextmillError(
                f"Step {number}: Unknown tool: {slug}",
                error.status,
                request_id=error.request_id,
                code="unknown-tool",
                details={"tool": slug, "step": number},
            ) from error

    for each in steps:
        check(each)


def _group_keeps_lines(group: Mapping[str, Any]) -> bool:
    """Whether a group makes one line of each line if its steps do: its parts are lines, or in lines, none removed."""
    each = group.get("each")
    if group.get("onError") == "drop":
        return False
    if not isinstance(each, dict):
        return bool(each == "line")
    nested = each.get("json")
    return "field" in each or (isinstance(nested, dict) and nested.get("lines") is True)


def _loses_lines(name: str, unmet: str) -> TextmillError:
    if unmet == "never":
        return TextmillError(f"{name} does not keep the number of lines: send the whole text with run")
    return TextmillError(f"{name} keeps the number of lines only with {unmet}")


# Any number of rows


@dataclass(frozen=True)
class _Batch:
    """Consecutive rows, and how many rows come before them."""

    rows: list[str]
    before: int


@dataclass(frozen=True)
class _Work(Generic[_Result]):
    """Turns rows into requests, and responses into results. Sizes are those of one request."""

    path: str
    most_rows: int
    most_characters: int
    first_rows: int
    row_overhead: int
    problem: Callable[[int, str], str | None]
    body: Callable[[list[str]], Mapping[str, Any] | None]
    results: Callable[[Any, list[str]], list[_Result]]
    failure: Callable[[TextmillError], _Result] | None = None


_MOST_CONNECTIONS = 64
# How many finished or waiting batches may queue behind a slow one, for each connection.
_BATCHES_AHEAD = 4
# Codes of the gateway's limits on time, memory and length: half of the rows may succeed.
_TOO_MUCH = {
    "body-too-large",
    "job-time-limit",
    "memory-limit",
    "step-time-limit",
    "step-wall-clock-limit",
    "step-memory-limit",
    "step-output-too-long",
    "step-text-too-long",
}
# Codes that are about the rows. Others, about the steps, the options or the key, apply to all rows.
_OF_ROWS = {*_TOO_MUCH, "step-failed", "step-nested-too-deep", "input-too-large"}
# What `trim` of JavaScript removes: Python's own `strip` removes more.
_WHITE_SPACE = "\t\n\v\f\r \xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(map(chr, range(0x2000, 0x200B)))


def _is_too_much(error: TextmillError) -> bool:
    # A proxy has its own body limit, and no codes.
    return error.status == 413 or error.code in _TOO_MUCH


class _Cutter:
    """Collects rows into batches as large as a request may be; each may have twice the rows of the one before."""

    def __init__(self, work: _Work[Any], start: int) -> None:
        self._work = work
        self._most_rows = min(work.first_rows, work.most_rows)
        self._to_skip = start
        self._given = start
        self._rows: list[str] = []
        self._length = 0

    def add(self, row: Any) -> _Batch | None:
        """Takes a row. Returns a batch once it is full; raises TextmillError for an invalid row, which is not taken."""
        if self._to_skip > 0:
            self._to_skip -= 1
            return None
        length = _length(row) if isinstance(row, str) else 0
        problem = self._work.problem(length, row) if isinstance(row, str) else "is no string"
        if problem is not None:
            raise TextmillError(f"Row {self._given + len(self._rows) + 1} {problem}")
        length += self._work.row_overhead
        batch = self.rest() if self._length + length > self._work.most_characters else None
        self._rows.append(row)
        self._length += length
        return self.rest() if batch is None and len(self._rows) == self._most_rows else batch

    def rest(self) -> _Batch | None:
        """Returns the rows that were taken since the last batch."""
        if not self._rows:
            return None
        batch = _Batch(self._rows, self._given)
        self._given += len(self._rows)
        self._most_rows = min(2 * self._most_rows, self._work.most_rows)
        self._rows, self._length = [], 0
        return batch


def _batches(rows: Iterable[Any], cutter: _Cutter) -> Iterator[_Batch]:
    """Cuts rows into batches. An error of the rows is raised after the batch before it."""
    problem: Exception | None = None
    iterator = iter(rows)
    while problem is None:
        try:
            batch = cutter.add(next(iterator))
        except StopIteration:
            break
        except Exception as error:  # noqa: BLE001
            problem = error
        else:
            if batch is not None:
                yield batch
    rest = cutter.rest()
    if rest is not None:
        yield rest
    if problem is not None:
        raise problem


async def _batches_later(rows: AsyncIterable[Any], cutter: _Cutter) -> AsyncIterator[_Batch]:
    problem: Exception | None = None
    iterator = rows.__aiter__()
    while problem is None:
        try:
            batch = cutter.add(await iterator.__anext__())
        except StopAsyncIteration:
            break
        except Exception as error:  # noqa: BLE001
            problem = error
        else:
            if batch is not None:
                yield batch
    rest = cutter.rest()
    if rest is not None:
        yield rest
    if problem is not None:
        raise problem


async def _now(batches: Iterator[_Batch]) -> AsyncIterator[_Batch]:
    for batch in batches:
        yield batch


class _Rows(Generic[_Result]):
    """A run over rows: what is sent for them, and how far it is."""

    def __init__(
        self,
        work: _Work[_Result],
        rows: Any,
        is_iterable: bool,
        connections: int = 4,
        start: int = 0,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> None:
        _check_count("connections", connections, 1, _MOST_CONNECTIONS)
        _check_count("start", start, 0, 2**53 - 1)
        if isinstance(rows, (str, bytes, bytearray)):
            raise TextmillError("The rows are one text: give a list of its lines")
        if not is_iterable:
            raise TextmillError("The rows cannot be iterated over: give a list, or a generator")
        self.work = work
        self.rows = rows
        self.connections = connections
        self.done = start
        self.cutter = _Cutter(work, start)
        self._on_progress = on_progress
        self._lock = threading.Lock()
        self._requests = 0
        self._retries = 0
        self._failed_at = math.inf

    @property
    def has_failed(self) -> bool:
        return self._failed_at < math.inf

    def send(self, number: int, batch: _Batch, send: _Send) -> list[_Result]:
        """Returns the results of a batch; none is started after one that failed."""
        if number > self._failed_at:
            raise _Stopped
        try:
            return self._send(batch, send)
        except BaseException:
            self._failed_at = min(self._failed_at, number)
            raise

    def _send(self, batch: _Batch, send: _Send) -> list[_Result]:
        rows, before, work = batch.rows, batch.before, self.work
        body = work.body(rows)
        if body is None:
            return work.results(None, rows)
        try:
            self.count()
            return work.results(send("POST", work.path, body), rows)
        except TextmillError as error:
            if len(rows) == 1 and work.failure is not None and _is_too_much(error):
                return [work.failure(error)]
            if len(rows) == 1 or not _is_too_much(error):
                raise _naming_rows(error, batch) from error.__cause__
        middle = len(rows) // 2
        first = self._send(_Batch(rows[:middle], before), send)
        return first + self._send(_Batch(rows[middle:], before + middle), send)

    def count(self, retries: int = 0) -> None:
        with self._lock:
            self._requests += 1
            self._retries += retries

    def report(self) -> None:
        if self._on_progress is not None:
            self._on_progress(Progress(self.done, self._requests, self._retries))


def _check_count(name: str, value: Any, minimum: int, maximum: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not minimum <= value <= maximum:
        raise TextmillError(f"{name} must be a whole number from {minimum} to {maximum}")


def _naming_rows(error: TextmillError, batch: _Batch) -> TextmillError:
    """Adds the rows to an error that is about them."""
    if not _is_too_much(error) and error.code not in _OF_ROWS:
        return error
    first, count = batch.before + 1, len(batch.rows)
    names = f"Row {first}" if count == 1 else f"Rows {first} to {batch.before + count}"
    place = f" (line 1 is row {first})" if count > 1 and "line" in error.details else ""
    return TextmillError(
        f"{names}: {error}{place}",
        error.status,
        request_id=error.request_id,
        code=error.code,
        details=error.details,
    )


# Fewer rows than fit: the slowest tools take 50 µs a line, and a request of a second is fair to other clients.
_LINES = (20_000, 500_000, 1_000)
_TEXTS = (5_000, 500_000, 250)
_URLS = (500, 1_000_000, 500)


def _copied(steps: Any) -> list[Any]:
    """Copies steps: every request must send those that were checked, even if the caller changes the list."""
    if isinstance(steps, (str, bytes, Mapping)) or not isinstance(steps, Sequence):
        raise TextmillError("The steps must be a list")
    return cast("list[Any]", json.loads(json.dumps(list(steps), allow_nan=False)))


def _work_on_lines(steps: list[Any]) -> _Work[str]:
    most_rows, most_characters, first_rows = _LINES

    def problem(length: int, row: str) -> str | None:
        if "\n" in row or "\r" in row:
            return "has a line end in it: split it into rows, or send the whole text with run"
        if length < most_characters:
            return None
        return f"has {length} characters, and a row may have {most_characters - 1}: leave it out, or shorten it"

    def results(body: Any, rows: list[str]) -> list[str]:
        _checked(_has(body, result="string"))
        result: str = body["result"]
        *lines, end = result.split("\n")
        if end == "" and len(lines) == len(rows) and "\r" not in result:
            return lines
        message = f"The response to {len(rows)} rows has {len(lines)} lines: no result was returned"
        raise TextmillError(message, 200)

    def body(rows: list[str]) -> Mapping[str, Any]:
        return {"input": "\n".join(rows) + "\n", "steps": steps}

    return _Work("v1/run", most_rows, most_characters, first_rows, 1, problem, body, results)


def _what_runs(steps: Any, workflow: str | None) -> dict[str, Any]:
    """Returns the members of a request that say what runs: a copy of the steps, or the name of a workflow."""
    if workflow is None:
        return {"steps": _copied(steps)}
    return {"workflow": workflow} if steps is None else {"workflow": workflow, "steps": _copied(steps)}


def _work_on_texts(runs: dict[str, Any]) -> _Work[TextResult]:
    most_rows, most_characters, first_rows = _TEXTS

    def problem(length: int, _row: str) -> str | None:
        too_long = f"has {length} characters, and a text may have {most_characters}"
        return None if length <= most_characters else too_long

    def results(body: Any, rows: list[str]) -> list[TextResult]:
        _checked(_has(body, results="array") and len(body["results"]) == len(rows))
        return [_text_result(each) for each in body["results"]]

    def failure(error: TextmillError) -> TextResult:
        details = {name: error.details[name] for name in ("step", "line", "column") if name in error.details}
        # A proxy has no codes.
        return TextResult(None, str(error), error.code or f"status-{error.status}", details)

    def body(rows: list[str]) -> Mapping[str, Any]:
        return {"inputs": rows, **runs}

    return _Work("v1/run", most_rows, most_characters, first_rows, 0, problem, body, results, failure)


def _text_result(each: Any) -> TextResult:
    if _has(each, result="string"):
        return TextResult(each["result"], details={name: each[name] for name in each if name != "result"})
    _checked(_has(each, error="string", code="string"))
    details = {name: each[name] for name in each if name not in ("error", "code")}
    return TextResult(None, each["error"], each["code"], details)


def _work_on_urls(options: Mapping[str, Any]) -> _Work[str]:
    most_rows, most_characters, first_rows = _URLS

    def problem(length: int, _row: str) -> str | None:
        too_long = f"has {length} characters, and a URL may have {most_characters}: leave it out"
        return None if length <= most_characters else too_long

    def body(rows: list[str]) -> Mapping[str, Any] | None:
        # The gateway refuses a list of blank URLs as empty.
        return {**options, "urls": rows} if any(url.strip(_WHITE_SPACE) for url in rows) else None

    def results(body: Any, rows: list[str]) -> list[str]:
        if body is None:
            return [""] * len(rows)
        _checked(_has(body, sanitized="array") and all(isinstance(url, str) for url in body["sanitized"]))
        urls = cast("list[str]", body["sanitized"])
        if len(urls) == len(rows):
            return urls
        raise TextmillError(f"The response to {len(rows)} URLs has {len(urls)}: no result was returned", 200)

    return _Work("v1/sanitize", most_rows, most_characters, first_rows, 0, problem, body, results)


# Clients


def _sent(options: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the options of a request by their names in the API: `keep_params` is `keepParams`."""
    return {re.sub("_([a-z])", lambda match: match[1].upper(), name): value for name, value in options.items()}


def _parted(options: UrlBatchOptions) -> tuple[dict[str, Any], BatchOptions]:
    """Returns the options of the requests, and those of the batch."""
    ours = BatchOptions.__annotations__
    batch = {name: value for name, value in options.items() if name in ours}
    rest = {name: value for name, value in options.items() if name not in ours}
    return _sent(rest), cast(BatchOptions, batch)


class Client:
    """The endpoints of a gateway: `Client("https://textmill.example.com", api_key=key)`.

    A call raises `TextmillError` if the gateway refuses it or does not respond for `max_wait`, and `QuotaError` if the
    daily quota is used up. Threads may share a client; `close()` or a `with` block ends its connections. See
    `ClientOptions` for the options, of which an invalid one raises `ValueError`.
    """

    def __init__(self, base_url: str, **options: Unpack[ClientOptions]) -> None:
        """Takes the address of the gateway, with an optional path before `/v1`."""
        self._connection = _Connection(base_url, **options)
        self._on_retry = self._connection.on_retry
        self._stop = _Stop()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._connection.base_url!r})"

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends all calls, which raise `RuntimeError` from now on, and all connections."""
        self._stop.stop()
        self._connection.close()

    def run(
        self,
        input: str,
        steps: Sequence[Step] | None = None,
        *,
        workflow: str | None = None,
        trace: bool = False,
        **options: Unpack[CallOptions],
    ) -> RunResult:
        """Runs at most 25 tools, one after the other, on a text of at most 500,000 characters.

        `workflow` names a stored workflow in place of steps, such as `clean-orders` or `clean-orders@3`. With `trace`,
        `meta["trace"]` tells what each step did, and `details["trace"]` of a failing step's error too.
        """
        # A gateway of an older version refuses the field.
        runs = {"steps": steps} if workflow is None else _what_runs(steps, workflow)
        body = {"input": input, **runs, **({"trace": True} if trace else {})}
        return _run_result(self._send("POST", "v1/run", body, **options))

    def sanitize(self, urls: Sequence[str], **options: Unpack[SanitizeOptions]) -> SanitizeResult:
        """Removes tracking parameters from at most 500 URLs, of 1,000,000 characters together."""
        timeout = options.pop("timeout", None)
        body = {**_sent(options), "urls": _list_of(urls, "URLs")}
        return _sanitize_result(self._send("POST", "v1/sanitize", body, timeout=timeout), len(urls))

    def sort_dedupe(self, lines: Sequence[str], **options: Unpack[SortDedupeOptions]) -> SortDedupeResult:
        """Trims, filters, deduplicates and sorts at most 5,000 lines, of 1,000,000 characters together."""
        timeout = options.pop("timeout", None)
        body = {**_sent(options), "lines": _list_of(lines, "lines")}
        return _sort_dedupe_result(self._send("POST", "v1/sort-dedupe", body, timeout=timeout))

    def usage(self, **options: Unpack[CallOptions]) -> Usage:
        """Returns what is left of the key's limits. Costs no quota, but counts against the burst limit."""
        return _usage(self._send("GET", _USAGE_PATH, **options))

    def tools(self, **options: Unpack[CallOptions]) -> Mapping[str, Any]:
        """Returns all tools of the gateway: `tools`, `count` and `data`. Needs no key."""
        return _catalogue(self._send("GET", "v1/tools", **options))

    def tool(self, slug: str, **options: Unpack[CallOptions]) -> Mapping[str, Any]:
        """Returns one tool of the gateway, with the schema of its options and examples. Needs no key."""
        return _tool(self._send("GET", f"v1/tools/{urllib.parse.quote(slug, safe='')}", **options))

    def run_lines(
        self, rows: Iterable[str], steps: Sequence[Step], **options: Unpack[BatchOptions]
    ) -> Generator[str, None, None]:
        """Runs a workflow on any number of rows, each as its own text. Yields one result per row, in the same order.

        Rows have no line ends, and at most 499,999 characters each. They are read in the caller's thread, a few
        requests ahead of the results. Every tool must turn each line into one line: others are refused before.
        """
        copied = _copied(steps)
        return self._results(_work_on_lines(copied), rows, copied, options)

    def run_many(
        self,
        texts: Iterable[str],
        steps: Sequence[Step] | None = None,
        *,
        workflow: str | None = None,
        **options: Unpack[BatchOptions],
    ) -> Generator[TextResult, None, None]:
        """Runs a workflow on any number of texts of at most 500,000 characters: one that fails leaves the others alone.

        Yields one result or error per text, in the same order. A request has up to 5,000 texts, and counts once against
        the quota.
        """
        return self._results(_work_on_texts(_what_runs(steps, workflow)), texts, [], options)

    def workflows(self, **options: Unpack[CallOptions]) -> list[Mapping[str, Any]]:
        """Returns the newest version of each stored workflow, by name: `name`, `version`, `etag`, `updatedAt` …"""
        body = self._send("GET", "v1/workflows", **options)
        _checked(_has(body, workflows="array"))
        return [_workflow(each) for each in body["workflows"]]

    def workflow(
        self, name: str, version: int | None = None, **options: Unpack[CallOptions]
    ) -> Mapping[str, Any]:
        """Returns a stored workflow with its `steps` and the `versions` that are kept; an earlier one by its version."""
        query = "" if version is None else f"?version={version}"
        return _workflow(self._send("GET", _workflow_path(name) + query, **options))

    def put_workflow(
        self, name: str, steps: Sequence[Step], etag: str | None = None, **options: Unpack[CallOptions]
    ) -> Mapping[str, Any]:
        """Stores a workflow, or with the `etag` of its newest version (or `*`) a new version.

        A write that would replace another version raises a `TextmillError` with the status 412, or 428 without `etag`.
        One whose response was lost is sent again, and may then be refused because of itself.
        """
        body = {"steps": steps}
        return _workflow(self._send("PUT", _workflow_path(name), body, if_match=etag, **options))

    def delete_workflow(
        self, name: str, etag: str | None = None, **options: Unpack[CallOptions]
    ) -> Mapping[str, Any]:
        """Deletes a stored workflow, with all its versions. Returns its newest."""
        return _workflow(self._send("DELETE", _workflow_path(name), if_match=etag, **options))

    def sanitize_urls(
        self, urls: Iterable[str], **options: Unpack[UrlBatchOptions]
    ) -> Generator[str, None, None]:
        """Removes tracking parameters from any number of URLs. Yields one result per URL, in the same order."""
        request, batch = _parted(options)
        return self._results(_work_on_urls(request), urls, [], batch)

    def _send(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
        if_match: str | None = None,
    ) -> Any:
        with _Stop(self._stop, timeout) as stop:
            return self._connection.send(method, path, body, stop, self._on_retry, if_match)

    def _for_call(self, stop: _Stop, on_retry: Callable[[Retry], None]) -> Client:
        """Returns a client with the same connections whose calls end with a stop."""
        client = copy.copy(self)
        client._stop, client._on_retry = stop, on_retry
        return client

    def _check_lines(self, steps: Sequence[Any]) -> None:
        _check_steps(self._send, steps, self._connection.known_tools)

    def _send_batch(self, run: _Rows[_Result], number: int, batch: _Batch) -> list[_Result]:
        def counted(retry: Retry) -> None:
            run.count(retries=1)
            self._on_retry(retry)

        return run.send(number, batch, self._for_call(self._stop, counted)._send)

    def _results(
        self, work: _Work[_Result], rows: Any, line_steps: Sequence[Any], options: BatchOptions
    ) -> Generator[_Result, None, None]:
        run = _Rows(work, rows, hasattr(rows, "__iter__"), **options)
        self._check_lines(line_steps)
        most_pending = run.connections * _BATCHES_AHEAD
        pending: deque[Future[list[_Result]]] = deque()
        batches = _batches(rows, run.cutter)
        source_error: Exception | None = None
        number = 0
        executor = ThreadPoolExecutor(run.connections, thread_name_prefix="textmill")
        with _Stop(self._stop) as stop:
            client = self._for_call(stop, self._on_retry)
            try:
                while True:
                    # Enough is sent before results are returned: their reader may be slow.
                    while number >= 0 and len(pending) < most_pending and not run.has_failed:
                        is_busy = sum(not each.done() for each in pending) >= run.connections
                        if is_busy and pending[0].done():
                            break
                        try:
                            batch = next(batches)
                        except StopIteration:
                            number = -1
                        except Exception as error:  # noqa: BLE001
                            number, source_error = -1, error
                        else:
                            pending.append(executor.submit(client._send_batch, run, number, batch))
                            number += 1
                    if not pending:
                        break
                    for result in pending.popleft().result():
                        # Counted before the yield: a caller who stops here has received it.
                        run.done += 1
                        yield result
                    run.report()
                if source_error is not None:
                    raise source_error
            except TextmillError as error:
                raise _batch_error(error, run.done) from error
            finally:
                # A caller who stops does not wait for requests.
                stop.stop()
                executor.shutdown(wait=False, cancel_futures=True)


class AsyncClient:
    """The same for asyncio: the calls, options and errors of `Client`, to be awaited, and rows with `async for`.

    Each request has a thread, at most 64 at a time. Cancelling a call ends its request or its wait. Rows may come from
    an asynchronous iterable too. `on_retry` and `on_progress` are called in the event loop. `aclose()` or an
    `async with` block ends the connections.
    """

    def __init__(self, base_url: str, **options: Unpack[ClientOptions]) -> None:
        """Takes the address of the gateway, with an optional path before `/v1`."""
        self._client = Client(base_url, **options)
        self._threads = ThreadPoolExecutor(_MOST_CONNECTIONS, thread_name_prefix="textmill")

    def __repr__(self) -> str:
        return f"Async{self._client!r}"

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Ends all calls, which raise `RuntimeError` from now on, and all connections."""
        self._client.close()
        self._threads.shutdown(wait=False)

    async def run(
        self,
        input: str,
        steps: Sequence[Step] | None = None,
        *,
        workflow: str | None = None,
        trace: bool = False,
        **options: Unpack[CallOptions],
    ) -> RunResult:
        """See `Client.run`."""
        return await self._call(lambda client: client.run(input, steps, workflow=workflow, trace=trace, **options))

    async def workflows(self, **options: Unpack[CallOptions]) -> list[Mapping[str, Any]]:
        """See `Client.workflows`."""
        return await self._call(lambda client: client.workflows(**options))

    async def workflow(
        self, name: str, version: int | None = None, **options: Unpack[CallOptions]
    ) -> Mapping[str, Any]:
        """See `Client.workflow`."""
        return await self._call(lambda client: client.workflow(name, version, **options))

    async def put_workflow(
        self, name: str, steps: Sequence[Step], etag: str | None = None, **options: Unpack[CallOptions]
    ) -> Mapping[str, Any]:
        """See `Client.put_workflow`."""
        return await self._call(lambda client: client.put_workflow(name, steps, etag, **options))

    async def delete_workflow(
        self, name: str, etag: str | None = None, **options: Unpack[CallOptions]
    ) -> Mapping[str, Any]:
        """See `Client.delete_workflow`."""
        return await self._call(lambda client: client.delete_workflow(name, etag, **options))

    async def sanitize(self, urls: Sequence[str], **options: Unpack[SanitizeOptions]) -> SanitizeResult:
        """See `Client.sanitize`."""
        return await self._call(lambda client: client.sanitize(urls, **options))

    async def sort_dedupe(self, lines: Sequence[str], **options: Unpack[SortDedupeOptions]) -> SortDedupeResult:
        """See `Client.sort_dedupe`."""
        return await self._call(lambda client: client.sort_dedupe(lines, **options))

    async def usage(self, **options: Unpack[CallOptions]) -> Usage:
        """See `Client.usage`."""
        return await self._call(lambda client: client.usage(**options))

    async def tools(self, **options: Unpack[CallOptions]) -> Mapping[str, Any]:
        """See `Client.tools`."""
        return await self._call(lambda client: client.tools(**options))

    async def tool(self, slug: str, **options: Unpack[CallOptions]) -> Mapping[str, Any]:
        """See `Client.tool`."""
        return await self._call(lambda client: client.tool(slug, **options))

    def run_lines(
        self, rows: Iterable[str] | AsyncIterable[str], steps: Sequence[Step], **options: Unpack[BatchOptions]
    ) -> AsyncGenerator[str, None]:
        """See `Client.run_lines`."""
        copied = _copied(steps)
        return self._results(_work_on_lines(copied), rows, copied, options)

    def run_many(
        self,
        texts: Iterable[str] | AsyncIterable[str],
        steps: Sequence[Step] | None = None,
        *,
        workflow: str | None = None,
        **options: Unpack[BatchOptions],
    ) -> AsyncGenerator[TextResult, None]:
        """See `Client.run_many`."""
        return self._results(_work_on_texts(_what_runs(steps, workflow)), texts, [], options)

    def sanitize_urls(
        self, urls: Iterable[str] | AsyncIterable[str], **options: Unpack[UrlBatchOptions]
    ) -> AsyncGenerator[str, None]:
        """See `Client.sanitize_urls`."""
        request, batch = _parted(options)
        return self._results(_work_on_urls(request), urls, [], batch)

    async def _call(self, call: Callable[[Client], _Result]) -> _Result:
        """Makes a blocking call in a thread; ends it when the task is cancelled."""
        loop = asyncio.get_running_loop()

        def notify(retry: Retry) -> None:
            loop.call_soon_threadsafe(self._client._on_retry, retry)

        self._client._stop.check()
        with _Stop(self._client._stop) as stop:
            try:
                return await loop.run_in_executor(self._threads, call, self._client._for_call(stop, notify))
            except asyncio.CancelledError:
                stop.stop()
                raise

    async def _results(
        self, work: _Work[_Result], rows: Any, line_steps: Sequence[Any], options: BatchOptions
    ) -> AsyncGenerator[_Result, None]:
        run = _Rows(work, rows, hasattr(rows, "__iter__") or hasattr(rows, "__aiter__"), **options)
        if line_steps:
            await self._call(lambda client: client._check_lines(line_steps))
        is_later = hasattr(rows, "__aiter__")
        batches = _batches_later(rows, run.cutter) if is_later else _now(_batches(rows, run.cutter))
        free = asyncio.Semaphore(run.connections)
        pending: deque[asyncio.Task[list[_Result]]] = deque()
        reading: asyncio.Task[_Batch | None] | None = None
        source_error: Exception | None = None
        number = 0

        async def read() -> _Batch | None:
            async for batch in batches:
                return batch
            return None

        async def send(number: int, batch: _Batch) -> list[_Result]:
            async with free:
                return await self._call(lambda client: client._send_batch(run, number, batch))

        try:
            while True:
                if reading is None and number >= 0 and len(pending) < run.connections * _BATCHES_AHEAD:
                    reading = asyncio.ensure_future(read())
                if pending and pending[0].done():
                    for result in pending.popleft().result():
                        run.done += 1
                        yield result
                    run.report()
                    continue
                waited: set[asyncio.Task[Any]] = {*list(pending)[:1], *([] if reading is None else [reading])}
                if not waited:
                    break
                await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
                if reading is None or not reading.done():
                    continue
                task, reading = reading, None
                try:
                    batch = task.result()
                except Exception as error:  # noqa: BLE001
                    number, source_error = -1, error
                    continue
                if batch is None:
                    number = -1
                    continue
                pending.append(asyncio.ensure_future(send(number, batch)))
                pending[-1].add_done_callback(_retrieve)
                number += 1
            if source_error is not None:
                raise source_error
        except TextmillError as error:
            raise _batch_error(error, run.done) from error
        finally:
            for each in (reading, *pending):
                if each is not None:
                    each.cancel()


def _retrieve(task: asyncio.Task[Any]) -> None:
    """Keeps asyncio from reporting the error of a request whose results nobody waits for any more."""
    if not task.cancelled():
        task.exception()


def _list_of(values: Any, name: str) -> Any:
    """Returns values as JSON has them; one text would be many of one character."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise TextmillError(f"The {name} must be a list")
    return list(values)
