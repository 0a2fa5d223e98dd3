"""The tests of the Python client. `python.long.test.ts` beside this folder starts their servers and describes these
in the environment variable TEXTMILL_TEST; the requests that the servers received are compared there."""

import ast
import asyncio
import base64
import faulthandler
import gc
import itertools
import json
import os
import pickle
import re
import socket
import ssl
import sys
import threading
import time
import traceback
import unittest
from unittest import mock

import textmill
from textmill import AsyncClient, Client, QuotaError, TextmillError

WORLD = json.loads(os.environ["TEXTMILL_TEST"])
with open(WORLD["cases"], encoding="utf-8") as file:
    CASES = json.load(file)
NEVER = WORLD["never"]
STEPS = ["lower-case"]


class SimulatedTiming:
    """A clock that goes on only during waits."""

    def __init__(self, value=0.0):
        self.delays = []
        self.value = value
        self.clock = 0.0

    def now(self):
        return self.clock

    def date(self):
        return self.clock

    def wait(self, seconds, ended):
        self.delays.append(round(seconds * 1000))
        self.clock += seconds

    def random(self):
        return self.value


def pythonic(text):
    """The names of the table are those of TypeScript."""
    for ours, theirs in (("base_url", "baseUrl"), ("api_key", "apiKey"), ("max_wait", "maxWaitMs")):
        text = text.replace(theirs, ours)
    return text


def options_of(options):
    seconds = options.get("maxWaitMs")
    known = {
        "api_key": options.get("apiKey"),
        "compression": options.get("compression"),
        "wait_for_quota": options.get("waitForQuota"),
        "max_wait": seconds / 1000 if isinstance(seconds, (int, float)) else seconds,
    }
    return {name: value for name, value in known.items() if value is not None}


class Calls:
    """A client of either kind, with calls that block."""

    def __init__(self, kind, *args, **options):
        self.loop = asyncio.new_event_loop() if kind is AsyncClient else None
        self.client = kind(*args, **options)
        self.blocking = self.client if self.loop is None else self.client._client
        self.connection = self.blocking._connection

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.loop is None:
            self.client.close()
        else:
            self.loop.run_until_complete(self.client.aclose())
            self.loop.run_until_complete(self.loop.shutdown_asyncgens())
            self.loop.close()

    def call(self, name, *args, **options):
        outcome = getattr(self.client, name)(*args, **options)
        return outcome if self.loop is None else self.loop.run_until_complete(outcome)

    def rows(self, name, *args, **options):
        """Yields the results of a call with rows."""
        results = getattr(self.client, name)(*args, **options)
        if self.loop is None:
            yield from results
            return
        while True:
            try:
                yield self.loop.run_until_complete(results.__anext__())
            except StopAsyncIteration:
                return


class Engine:
    """Takes the place of the gateway: responds to each request with its rows as they are."""

    def __init__(self, calls, intercept=lambda body: None):
        self.sizes = []
        self.bodies = []
        self.lock = threading.Lock()
        self.intercept = intercept
        calls.connection.send = self.send

    def send(self, method, path, body, stop, on_retry, _if_match=None):
        stop.check()
        if method == "GET":
            texts = dict.fromkeys(("slug", "title", "category", "description"), "")
            return {**texts, "config": {}, "examples": [], "keepsLines": True}
        texts = body.get("inputs") or body.get("urls") or body["input"].split("\n")[:-1]
        with self.lock:
            self.sizes.append(len(texts))
            self.bodies.append(body)
        response = self.intercept(body)
        if response is not None:
            return response[0]
        if "inputs" in body:
            return {"results": [{"result": text} for text in texts]}
        return {"result": body["input"]} if "input" in body else {"sanitized": [text.strip() for text in texts]}


def arguments_of(call, rows):
    return (rows,) if call == "sanitize_urls" else (rows, STEPS)


def snake(name):
    return re.sub("[A-Z]", lambda match: f"_{match[0].lower()}", name)


class BothKinds(unittest.TestCase):
    """Runs a test with the client that blocks, and with that of asyncio."""

    def each(self, *args, **options):
        for kind in (Client, AsyncClient):
            with self.subTest(kind.__name__), Calls(kind, *args, **options) as calls:
                yield calls


class Table(BothKinds):
    """The cases that the TypeScript client has, too."""

    def test_conversations(self):
        for case in CASES["conversations"]:
            for kind in (Client, AsyncClient):
                with self.subTest(case["name"], kind=kind.__name__):
                    self.converse(case, kind, WORLD["conversations"][kind.__name__][case["name"]])

    def converse(self, case, kind, url):
        timing = SimulatedTiming(case.get("random", 0))
        reported = []
        options = {"api_key": "k", **options_of(case.get("options", {}))}
        if "apiKey" in case.get("options", {}) and case["options"]["apiKey"] is None:
            del options["api_key"]
        on_retry = lambda retry: reported.append(round(retry.delay * 1000))  # noqa: E731
        with Calls(kind, url, timing=timing, on_retry=on_retry, **options) as calls:
            for expected in case.get("outcomes", ["done"]):
                try:
                    self.assertEqual(calls.call("run", "é", ["upper-case"]).result, "É")
                    self.assertEqual(expected, "done")
                except TextmillError as error:
                    self.assert_outcome(expected, url, error)
                timing.clock += case.get("advanceMs", 0) / 1000
        self.assertEqual(timing.delays, case.get("delays", []))
        self.assertEqual(reported, case.get("delays", []))

    def assert_outcome(self, expected, url, error):
        self.assertNotEqual(expected, "done", str(error))
        self.assertEqual(type(error).__name__, expected.get("name", "TextmillError"))
        self.assertRegex(str(error), expected["message"].replace("{url}", re.escape(url)))
        for name in ("status", "code", "requestId", "details", "quota"):
            if name in expected:
                self.assertEqual(getattr(error, snake(name)), expected[name], name)
        if "freeAt" in expected:
            self.assertEqual(error.free_at.isoformat(), expected["freeAt"].replace(".000Z", "+00:00"))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(again), again.__dict__), (str(error), error.__dict__))

    def test_refused_options(self):
        for name, options, message in CASES["refusedOptions"]:
            for kind in (Client, AsyncClient):
                with self.subTest(name), self.assertRaisesRegex(ValueError, pythonic(message)):
                    kind(options["baseUrl"], **options_of(options))
        with self.assertRaisesRegex(ValueError, "max_wait must be a number"):
            Client("https://a.example", max_wait=float("nan"))
        for address in ("ftp://me:secretword@a.example", "https://me:secretword@a.example", "http://:@"):
            with self.assertRaises(ValueError) as raised:
                Client(address)
            self.assertNotIn("secretword", str(raised.exception))

    def test_compression(self):
        for base_url, compression, text, sent in CASES["compression"]:
            text = "short" if text == "short" else "é, \ud800 and more of it; " * 600
            with self.subTest(base_url, compression=compression):
                client = Client(base_url, **({"compression": compression} if compression else {}))
                request = client._connection._request("POST", "v1/run", {"input": text})
                is_packed = request.headers.get("Content-Encoding") == "gzip"
                body = textmill._unpacked(request.body) if is_packed else request.body
                self.assertEqual(json.loads(body), {"input": text})
                self.assertIn(b"\\ud800" if len(text) > 9 else b"short", body)
                plain = "refused" if request.headers["Accept-Encoding"] == "identity" else "plain"
                self.assertEqual("packed" if is_packed else plain, sent)

    def test_other_responses(self):
        arguments = {"run": ("a", ["trim-lines"]), "sanitize": (["a"],), "sortDedupe": (["a"],), "tool": ("trim-lines",)}
        for name, bodies in CASES["otherResponses"].items():
            for body in (None, [], {}, "a", *bodies):
                with self.subTest(name, body=body):
                    client = Client("http://a.example")
                    client._connection.send = lambda *_, body=body: body
                    with self.assertRaisesRegex(TextmillError, "^the response is not from Textmill") as raised:
                        getattr(client, snake(name))(*arguments.get(name, ()))
                    self.assertEqual(raised.exception.status, 200)

    def test_line_keeping(self):
        config = {"properties": CASES["optionsOfTool"]}
        for name, keeps_lines, options, unmet in CASES["lineKeeping"]:
            with self.subTest(name):
                tool = {"keepsLines": keeps_lines, "config": config}
                self.assertEqual(textmill._unmet_conditions(tool, options), unmet)
        self.assertEqual(textmill._unmet_conditions({"config": {}}, {}), "never")

    def test_refused_workflows(self):
        for calls in self.each(WORLD["gateway"], api_key=WORLD["key"]):
            for steps, status, message in CASES["refusedWorkflows"]:
                read = []
                with self.assertRaises(TextmillError) as raised:
                    list(calls.rows("run_lines", map(read.append, "a"), steps))
                self.assertEqual((str(raised.exception), raised.exception.status, read), (message, status, []))

    def test_cuts(self):
        for calls in self.each("http://a.example"):
            for call, spec, sizes in CASES["cuts"]:
                call = snake(call)
                rows = [unit * times for count, unit, times in spec for _ in range(count)]
                for source in (rows, iter(rows)):
                    engine = Engine(calls)
                    results = list(calls.rows(call, *arguments_of(call, source), connections=1))
                    given = [result.result if call == "run_many" else result for result in results]
                    self.assertEqual(given, [row.strip() for row in rows])
                    self.assertEqual(engine.sizes, sizes)

    def test_refused_rows(self):
        for calls in self.each("http://a.example"):
            Engine(calls)
            for call, (times, unit), message in CASES["refusedRows"]:
                call, given = snake(call), []
                rows = ["skipped", "a", "b", unit * times if isinstance(unit, str) else unit, "never"]
                with self.assertRaises(TextmillError) as raised:
                    for result in calls.rows(call, *arguments_of(call, rows), start=1):
                        given.append(result)
                error = raised.exception
                self.assertEqual((str(error), error.status, error.done, len(given)), (message, 0, 3, 2))

    def test_other_counts(self):
        for calls in self.each("http://a.example"):
            for call, response, message in CASES["otherCounts"]:
                call = snake(call)
                Engine(calls, lambda _, response=response: (response,))
                with self.assertRaisesRegex(TextmillError, message) as raised:
                    list(calls.rows(call, *arguments_of(call, ["a", "b"])))
                self.assertEqual((raised.exception.status, raised.exception.done), (200, 0))

    def test_too_much(self):
        rows = [f"row {number}" for number in range(1, 101)]
        for calls in self.each("http://a.example"):
            for status, message, code in CASES["tooMuch"]:
                error = TextmillError(message, status, code=code)
                Engine(calls, lambda body, error=error: fail(error) if body["input"].count("\n") > 3 else None)
                self.assertEqual(list(calls.rows("run_lines", rows, STEPS)), rows)
                Engine(calls, lambda body, error=error: fail(error) if "row 70\n" in body["input"] else None)
                with self.assertRaises(TextmillError) as raised:
                    list(calls.rows("run_lines", rows, STEPS))
                named = raised.exception
                self.assertEqual((str(named), named.code, named.done), (f"Row 70: {message}", code, 0))
                Engine(calls, lambda body, error=error: fail(error) if "b" in body["inputs"] else None)
                results = list(calls.rows("run_many", ["a", "b", "c"], STEPS))
                self.assertEqual([result.result for result in results], ["a", None, "c"])
                self.assertEqual((results[1].error, results[1].code), (message, code or "status-413"))
            for status, message in CASES["ofAllRows"]:
                Engine(calls, lambda _, error=TextmillError(message, status): fail(error))
                with self.assertRaises(TextmillError) as raised:
                    list(calls.rows("run_lines", ["a"], STEPS))
                self.assertEqual((str(raised.exception), raised.exception.done), (message, 0))


def fail(error):
    raise error


class Gateway(BothKinds):
    """With a real gateway."""

    def test_calls(self):
        for calls in self.each(WORLD["gateway"], api_key=WORLD["key"]):
            steps = ["trim-lines", {"toolSlug": "dedupe-sort", "config": {"order": "desc"}}]
            done = calls.call("run", " a \nb\na", steps)
            self.assertEqual((done.result, done.meta["stepsExecuted"], done.meta["inputLength"]), ("b\na", 2, 7))
            trace = calls.call("run", " a", ["trim-lines"], trace=True).meta["trace"]
            self.assertEqual([step["text"] for step in trace], ["a"])
            with self.assertRaises(TextmillError) as raised:
                calls.call("run", " {", ["trim-lines", "json-formatter"], trace=True)
            error = raised.exception
            self.assertEqual((error.status, error.code, error.details["step"]), (400, "step-failed", 2))
            self.assertRegex(error.request_id, r"^\S+$")
            urls = ["https://a.example/?ref=1&utm_source=x", "", "https://b.example/?q=1"]
            clean = calls.call("sanitize", urls, keep_params=("ref",), extra_params=["q"], explain=True)
            self.assertEqual(clean.sanitized, ["https://a.example/?ref=1", "", "https://b.example/"])
            self.assertEqual((clean.count, clean.removed[0][0]["name"]), (3, "utm_source"))
            done = calls.call("sort_dedupe", ["a", "B", "a"], direction="desc")
            self.assertEqual((done.output, done.lines), ("B\na", 2))
            self.assertEqual(calls.call("usage").plan, "pro")
            with self.assertRaisesRegex(TextmillError, "^No URLs provided$"):
                calls.call("sanitize", [])
            with self.assertRaisesRegex(TextmillError, "^The lines must be a list$"):
                calls.call("sort_dedupe", "a")
            with self.assertRaisesRegex(TextmillError, "^The steps must be a list$"):
                next(calls.rows("run_lines", ["a"], "upper-case"))

    def test_catalogue_without_a_key(self):
        for calls in self.each(WORLD["gateway"]):
            catalogue = calls.call("tools")
            self.assertEqual(len(catalogue["tools"]), catalogue["count"])
            self.assertIn(calls.call("tool", "trim-lines"), catalogue["tools"])
            with self.assertRaisesRegex(TextmillError, "^Not found$"):
                calls.call("tool", "no/such?tool")
            with self.assertRaisesRegex(TextmillError, "^Missing API key$"):
                calls.call("run", "a", ["trim-lines"])
            patterns = {
                condition["pattern"]
                for tool in catalogue["tools"]
                for conditions in (tool["keepsLines"] if isinstance(tool["keepsLines"], list) else [])
                for condition in conditions.values()
                if "pattern" in condition
            }
            self.assertGreater(len(patterns), 2)
            self.assertEqual([each for each in patterns if textmill._pattern(each) is None], [])

    def test_rows(self):
        rows = [f"  row {number} é \ud83d" for number in range(30_000)]
        for calls in self.each(WORLD["gateway"], api_key=WORLD["key"]):
            progress = []
            results = calls.rows("run_lines", iter(rows), ["trim-lines", "upper-case"], on_progress=progress.append)
            self.assertEqual(list(results), [row.strip().upper() for row in rows])
            self.assertEqual((progress[-1].done, progress[-1].requests, progress[-1].retries), (30_000, 5, 0))
            urls = [f"https://example.com/{number}?ID=1&gclid=1" for number in range(1_200)]
            clean = calls.rows("sanitize_urls", urls, connections=8, extra_params=["id"], ignore_case=True, start=200)
            self.assertEqual(list(clean), [url.split("?")[0] for url in urls[200:]])
            results = list(calls.rows("run_many", ["{", "[ 1 ]"], ["json-minifier"]))
            self.assertEqual((results[0].code, results[0].details["step"], results[1].result), ("step-failed", 1, "[1]"))
            with self.assertRaisesRegex(TextmillError, r"^Rows 1001 to 1503: Step 1 .* line 501: .*\(line 1 is row 1001\)$"):
                rows_with_one = [*["1"] * 1_500, "seven", "1", "1"]
                list(calls.rows("run_lines", rows_with_one, ["roman-numeral-converter"]))

    def test_stored_workflows(self):
        for calls in self.each(WORLD["gateway"], api_key=WORLD["key"]):
            first = calls.call("put_workflow", "loud", ["upper-case"])
            self.assertEqual(calls.call("run", "a", workflow="loud").result, "A")
            second = calls.call("put_workflow", "loud", ["trim-lines", "upper-case"], first["etag"])
            shown = calls.call("workflow", "loud", 1)
            self.assertEqual((shown["steps"], len(shown["versions"])), (["upper-case"], 2))
            self.assertEqual(
                [each.result for each in calls.rows("run_many", [" a", "b"], workflow="loud@2")], ["A", "B"]
            )
            with self.assertRaises(TextmillError) as raised:
                calls.call("put_workflow", "loud", ["upper-case"], first["etag"])
            self.assertEqual((raised.exception.status, raised.exception.code), (412, "workflow-changed"))
            self.assertEqual([each["version"] for each in calls.call("workflows")], [2])
            self.assertEqual(calls.call("delete_workflow", "loud", second["etag"]), second)
            with self.assertRaisesRegex(TextmillError, "^Unknown workflow: loud$"):
                calls.call("run", "a", workflow="loud")
            with self.assertRaisesRegex(TextmillError, "^Provide only one of steps, workflow$"):
                calls.call("run", "a", ["upper-case"], workflow="loud")

    def test_threads_share_a_client(self):
        with Client(WORLD["gateway"], api_key=WORLD["key"]) as client:
            results = {}

            def work(number):
                for turn in range(10):
                    results[number, turn] = client.run(f"text {number} {turn}", ["upper-case"]).result

            threads = [threading.Thread(target=work, args=(number,)) for number in range(16)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(len(results), 160)
        for (number, turn), result in results.items():
            self.assertEqual(result, f"TEXT {number} {turn}")

    def test_tasks_share_a_client(self):
        async def main():
            async with AsyncClient(WORLD["gateway"], api_key=WORLD["key"]) as client:
                runs = (client.run(f"text {number}", ["upper-case"]) for number in range(200))
                return [done.result for done in await asyncio.gather(*runs)]

        self.assertEqual(asyncio.run(main()), [f"TEXT {number}" for number in range(200)])

    def test_compressed_both_ways(self):
        for calls in self.each(WORLD["gateway"], api_key=WORLD["key"], compression="always"):
            urls = [f"https://a.example/{number}?utm_source=x" for number in range(500)]
            self.assertEqual(calls.call("sanitize", urls).sanitized[499], "https://a.example/499")

    def test_tls(self):
        with Client(WORLD["tls"], timing=SimulatedTiming()) as client:
            with self.assertRaisesRegex(TextmillError, "^Cannot reach https://.*certificate verify failed"):
                client.tools()
        context = ssl.create_default_context(cafile=WORLD["certificate"])
        for calls in self.each(WORLD["tls"], ssl_context=context):
            for _ in range(2):
                self.assertEqual(calls.call("tool", "trim-lines")["slug"], "trim-lines")


class Rows(BothKinds):
    def test_are_read_only_a_few_requests_ahead(self):
        for calls in self.each("http://a.example"):
            engine, read = Engine(calls), []
            rows = (read.append(number) or f"row {number}" for number in itertools.count())
            results = calls.rows("run_lines", rows, STEPS, connections=2)
            for number in range(1_000):
                self.assertEqual(next(results), f"row {number}")
            self.assertLessEqual(len(engine.sizes), 9)
            self.assertLessEqual(len(read), 9 * 20_000)

    def test_of_an_asynchronous_iterable_come_while_it_waits(self):
        async def main():
            more = asyncio.Event()

            async def rows():
                for _ in range(1_000):
                    yield "a"
                await more.wait()
                yield "b"

            client = AsyncClient("http://a.example")
            Engine(mock.Mock(connection=client._client._connection))
            given = []
            async for result in client.run_lines(rows(), STEPS):
                given.append(result)
                if len(given) == 1_000:
                    more.set()
            await client.aclose()
            return given

        self.assertEqual(asyncio.run(main())[-2:], ["a", "b"])

    def test_errors_of_the_source_come_after_the_results_before(self):
        def rows():
            yield from ["a"] * 2_500
            raise OSError("the disk is gone")

        async def later():
            for row in rows():
                yield row

        for calls in self.each("http://a.example"):
            Engine(calls)
            for source in (rows(), *([] if calls.loop is None else [later()])):
                given = []
                with self.assertRaisesRegex(OSError, "the disk is gone"):
                    given.extend(iter_into(calls.rows("run_lines", source, STEPS), given))
                self.assertEqual(len(given), 2_500)

    def test_what_is_no_rows_is_refused(self):
        for calls in self.each("http://a.example"):
            Engine(calls)
            for rows, options, message in (
                ("a\nb", {}, "^The rows are one text: give a list of its lines$"),
                (b"a", {}, "^The rows are one text"),
                (7, {}, "^The rows cannot be iterated over: give a list, or a generator$"),
                (["a"], {"connections": 0}, "^connections must be a whole number from 1 to 64$"),
                (["a"], {"connections": 1.5}, "^connections must be"),
                (["a"], {"start": -1}, "^start must be a whole number from 0 to "),
            ):
                with self.assertRaisesRegex(TextmillError, message):
                    list(calls.rows("run_lines", rows, STEPS, **options))

    def test_a_failed_run_continues_with_start(self):
        rows = [f"row {number}" for number in range(20_000)]
        for calls in self.each("http://a.example"):
            count = itertools.count(1)
            error = TextmillError("failure", 502)
            Engine(calls, lambda _: fail(error) if next(count) % 3 == 0 else None)
            given, failures = [], 0
            while len(given) < len(rows):
                try:
                    for row in calls.rows("run_lines", rows, STEPS, start=len(given), connections=2):
                        given.append(row)
                except TextmillError as failed:
                    failures += 1
                    self.assertEqual(failed.done, len(given))
            self.assertEqual(given, rows)
            self.assertGreater(failures, 0)

    def test_steps_that_change_during_a_run_stay_as_they_were_checked(self):
        for calls in self.each("http://a.example"):
            engine, steps = Engine(calls), ["lower-case"]
            rows = (steps.clear() or row for row in ["b", "a"])
            self.assertEqual(list(calls.rows("run_lines", rows, steps)), ["b", "a"])
            self.assertEqual(engine.bodies[0]["steps"], ["lower-case"])

    def test_a_caller_who_stops_ends_the_requests(self):
        for kind in (Client, AsyncClient):
            with Calls(kind, NEVER, api_key="k") as calls:
                send, started = calls.connection.send, threading.Semaphore(0)
                engine = Engine(calls)

                def first_only(*arguments, engine=engine, send=send, started=started):
                    if not engine.sizes or arguments[0] == "GET":
                        return engine.send(*arguments)
                    started.release()
                    return send(*arguments)

                calls.connection.send = first_only
                results = calls.rows("run_lines", (str(number) for number in itertools.count()), STEPS, connections=2)
                self.assertEqual(next(results), "0")
                if calls.loop is not None:
                    calls.loop.run_until_complete(asyncio.sleep(0.2))
                started.acquire()
                results.close()
                del results
                gc.collect()
                if calls.loop is not None:
                    calls.loop.run_until_complete(asyncio.sleep(0.2))
                wait_until(lambda: not any("textmill" in each.name and is_busy(each) for each in threading.enumerate()))


def iter_into(results, given):
    for result in results:
        given.append(result)
    return []


def is_busy(thread):
    frame = sys._current_frames().get(thread.ident)
    while frame is not None:
        if frame.f_code.co_name == "exchange":
            return True
        frame = frame.f_back
    return False


def wait_until(condition):
    for _ in range(6_000):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("it never came to be")


class Server:
    """A server whose connections a test handles by itself. `heard` has what each connection sent."""

    def __init__(self, *handlers):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.heard = []
        self.handlers = handlers
        self.connections = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        for number in itertools.count():
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections.append(connection)
            handler = self.handlers[min(number, len(self.handlers) - 1)]
            threading.Thread(target=self.handle, args=(connection, handler), daemon=True).start()

    def handle(self, connection, handler):
        heard = []
        self.heard.append(heard)
        reader = connection.makefile("rb")
        try:
            while True:
                head = b""
                while not head.endswith(b"\r\n\r\n"):
                    line = reader.readline()
                    if line == b"":
                        return
                    head += line
                length = int((re.findall(rb"(?i)content-length: (\d+)", head) or [0])[0])
                heard.append((head.decode(), reader.read(length)))
                if handler(connection, len(heard)) is None:
                    return
        except OSError:
            pass
        finally:
            reader.close()
            connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()
        for connection in self.connections:
            connection.close()


def answer(body, status="200 OK", headers=""):
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{headers}\r\n{body}".encode()


DONE = json.dumps(CASES["responses"]["done"]["body"])


def whole(connection, _number):
    connection.sendall(answer(DONE))
    return True


def cut(connection, _number):
    connection.sendall(answer(DONE)[:-20])


def slow(connection, _number):
    connection.sendall(answer(DONE)[:-20])
    for _ in range(3_000):
        connection.sendall(b" ")
        time.sleep(0.02)


def never(connection, _number):
    connection.recv(1)


class Connections(BothKinds):
    def test_stay_open(self):
        for kind in (Client, AsyncClient):
            with Server(whole) as server, Calls(kind, server.url, api_key="svc_live_x") as calls:
                for _ in range(3):
                    calls.call("run", "é", ["upper-case"])
                self.assertEqual([len(heard) for heard in server.heard], [3])
                head, body = server.heard[0][0]
                self.assertRegex(head, r"^POST /v1/run HTTP/1\.1\r\n")
                self.assertRegex(head, r"User-Agent: textmill-python/\d+\.\d+\.\d+ Python/3\.\d+")
                self.assertEqual(json.loads(body), {"input": "é", "steps": ["upper-case"]})

    def test_that_the_server_has_closed_are_not_used_again(self):
        def once(connection, number):
            whole(connection, number)

        for kind in (Client, AsyncClient):
            with Server(once) as server, Calls(kind, f"{server.url}/text/mill", max_wait=0) as calls:
                for _ in range(3):
                    calls.call("run", "é", ["upper-case"])
                    (line,) = calls.connection._transport._idle
                    wait_until(lambda line=line: not line.is_usable())
                self.assertEqual([len(heard) for heard in server.heard], [1, 1, 1])
                self.assertRegex(server.heard[0][0][0], "^POST /text/mill/v1/run ")

    def test_that_are_cut_in_a_response_are_retried(self):
        for kind in (Client, AsyncClient):
            timing = SimulatedTiming()
            with Server(cut, whole) as server, Calls(kind, server.url, timing=timing) as calls:
                self.assertEqual(calls.call("run", "é", ["upper-case"]).result, "É")
            self.assertEqual(timing.delays, [125])

    def test_end_with_the_timeout_of_a_call_however_slowly_the_body_comes(self):
        for kind in (Client, AsyncClient):
            for handler in (slow, never):
                with Server(handler) as server, Calls(kind, server.url) as calls:
                    with self.assertRaisesRegex(TimeoutError, "^No result within 0.2 seconds$"):
                        calls.call("run", "é", ["upper-case"], timeout=0.2)

    def test_a_timeout_ends_a_wait(self):
        limited = lambda connection, _: connection.sendall(answer("", "503 Busy", "Retry-After: 50\r\n")) or True  # noqa: E731
        for kind in (Client, AsyncClient):
            with Server(limited) as server, Calls(kind, server.url) as calls:
                with self.assertRaises(TimeoutError):
                    calls.call("run", "é", ["upper-case"], timeout=0.2)

    def test_a_refusal_before_the_end_of_the_body_is_read(self):
        def refuse(listener):
            connection, _ = listener.accept()
            connection.recv(1_000)
            connection.sendall(answer('{"error": "too large"}', "413 Payload Too Large", "Connection: close\r\n"))
            time.sleep(0.1)
            connection.close()

        with socket.create_server(("127.0.0.1", 0)) as listener:
            threading.Thread(target=refuse, args=(listener,), daemon=True).start()
            client = Client(f"http://127.0.0.1:{listener.getsockname()[1]}", max_wait=0)
            with self.assertRaises(TextmillError) as raised:
                client.run("x" * 30_000_000, ["upper-case"])
            # The reset may reach this machine before the response does.
            self.assertIn(raised.exception.status, (413, 0))

    def test_an_address_that_cannot_exist_is_reported_immediately(self):
        with mock.patch("socket.getaddrinfo", side_effect=socket.gaierror(socket.EAI_NONAME, "Name not known")):
            with self.assertRaisesRegex(TextmillError, "^Cannot reach http://text.invalid: Name not known$"):
                Client("http://text.invalid", timing=SimulatedTiming()).tools()
        garbage = lambda connection, _: connection.sendall(b"SSH-2.0-svc_live_key\r\n\r\n")  # noqa: E731
        with Server(garbage) as server:
            with self.assertRaisesRegex(TextmillError, "^Cannot reach ") as raised:
                Client(server.url, api_key="svc_live_key").run("a", [])
            self.assert_no_secret(raised.exception, "svc_live_key")

    def test_closing_ends_calls(self):
        with Server(never) as server:
            client = Client(server.url)
            threading.Timer(0.2, client.close).start()
            with self.assertRaisesRegex(RuntimeError, "^The client is closed$"):
                client.tools()
            with self.assertRaisesRegex(RuntimeError, "^The client is closed$"):
                client.tools()

        async def main():
            client = AsyncClient(NEVER)
            call = asyncio.ensure_future(client.tools())
            await asyncio.sleep(0.1)
            await client.aclose()
            for each in (call, client.tools()):
                with self.assertRaisesRegex(RuntimeError, "^The client is closed$"):
                    await each

        asyncio.run(main())

    def test_cancelling_ends_a_request_and_frees_its_thread(self):
        async def main(server):
            async with AsyncClient(server.url) as client:
                for _ in range(2):
                    # More than there are threads: those of the first must be free for the second.
                    calls = [asyncio.ensure_future(client.tools()) for _ in range(64)]
                    count = len(server.connections)
                    while len(server.connections) < count + 64:
                        await asyncio.sleep(0.01)
                    for call in calls:
                        call.cancel()
                    for outcome in await asyncio.gather(*calls, return_exceptions=True):
                        self.assertIsInstance(outcome, asyncio.CancelledError)

        with Server(never) as server:
            asyncio.run(main(server))

    def test_cancelling_ends_a_wait(self):
        async def main(server):
            waits = []
            async with AsyncClient(server.url, on_retry=waits.append) as client:
                call = asyncio.ensure_future(client.tools())
                while not waits:
                    await asyncio.sleep(0.01)
                call.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await call
            self.assertEqual((waits[0].status, waits[0].reason), (503, "unexpected response: 503 Busy"))

        busy = lambda connection, _: connection.sendall(answer("", "503 Busy", "Retry-After: 50\r\n")) or True  # noqa: E731
        with Server(busy) as server:
            asyncio.run(main(server))

    def test_many_refused_calls_ask_for_the_usage_once(self):
        spent = json.dumps(CASES["responses"]["spentUntilOne"]["body"]).replace("1970", "2999")
        asked = []

        def limited(connection, _number):
            connection.sendall(answer('{"error": "x"}', "429 Too Many Requests"))
            return True

        def ask(_stop):
            asked.append(1)
            return textmill._Success(json.loads(spent))

        with Server(limited) as server, Client(server.url, api_key="k") as client:
            client._connection._quota_check._ask = ask
            errors = []
            threads = [threading.Thread(target=lambda: errors.append(error_of(client))) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual([type(error) for error in errors], [QuotaError] * 8)
        self.assertEqual(len(asked), 1)

    def test_proxies_of_the_environment_are_used(self):
        def as_proxy(name, url, proxy):
            with mock.patch.dict(os.environ, {name: proxy, "no_proxy": ""}):
                return Client(url, max_wait=0)

        with Server(whole) as server:
            proxy = server.url.replace("//", "//me:pass%20word@")
            client = as_proxy("http_proxy", "http://text.example/mill", proxy)
            self.assertEqual(client.run("é", ["upper-case"]).result, "É")
            head = server.heard[0][0][0]
            self.assertRegex(head, "^POST http://text.example/mill/v1/run HTTP/1.1\r\nHost: text.example\r\n")
            self.assertIn(f"Proxy-Authorization: Basic {base64.b64encode(b'me:pass word').decode()}\r\n", head)
        refuse = lambda connection, _: connection.sendall(answer("", "407 Who are you"))  # noqa: E731
        with Server(refuse) as server:
            client = as_proxy("https_proxy", "https://text.example", server.url.replace("//", "//me:secretword@"))
            with self.assertRaises(TextmillError) as raised:
                client.run("é", ["upper-case"])
            self.assertRegex(server.heard[0][0][0], "^CONNECT text.example:443 HTTP/1")
            self.assert_no_secret(raised.exception, "secretword")
        with mock.patch.dict(os.environ, {"http_proxy": "http://a.example", "no_proxy": "127.0.0.1"}):
            self.assertEqual(Client(WORLD["gateway"]).tool("trim-lines")["slug"], "trim-lines")
        with self.assertRaisesRegex(ValueError, "^http_proxy must begin with http://$"):
            as_proxy("http_proxy", "http://text.example", "socks5://me:secretword@a.example")

    def test_no_secret_is_shown(self):
        for calls in self.each(WORLD["gateway"], api_key="svc_live_secretword"):
            self.assertNotIn("secretword", repr(calls.client) + repr(vars(calls.client)))
            with self.assertRaises(TextmillError) as raised:
                calls.call("run", "a", ["upper-case"])
            self.assertEqual(raised.exception.status, 401)
            self.assert_no_secret(raised.exception, "secretword")

    def assert_no_secret(self, error, secret):
        while error is not None:
            self.assertNotIn(secret, "".join(traceback.format_exception_only(type(error), error)))
            self.assertNotIn(secret, repr(vars(error)))
            error = error.__cause__ or error.__context__


def error_of(client):
    try:
        client.run("a", [])
    except TextmillError as error:
        return error
    return None


class Source(unittest.TestCase):
    """That the module runs under Python 3.9."""

    with open(textmill.__file__, encoding="utf-8") as file:
        tree = ast.parse(file.read(), feature_version=(3, 9))

    def test_uses_what_python_3_9_has(self):
        modules = {alias.name for node in ast.walk(self.tree) if isinstance(node, ast.Import) for alias in node.names}
        used = {
            f"{node.module}.{alias.name}"
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for node in ast.walk(self.tree):
            name = ast.unparse(node) if isinstance(node, ast.Attribute) else ""
            if re.fullmatch(r"[\w.]+", name) and any(name.startswith(f"{module}.") for module in modules):
                used.add(name)
        with open(WORLD["library"], encoding="utf-8") as file:
            checked = set(file.read().split())
        self.assertEqual(used - checked, set(), "look up since when Python has it, and add it to the list")
        self.assertEqual(checked - used, set(), "no longer used")

    def test_evaluates_no_annotation_when_it_is_imported(self):
        first = self.tree.body[1]
        self.assertEqual((first.module, first.names[0].name), ("__future__", "annotations"))


if __name__ == "__main__":
    # A suite that hangs says where.
    faulthandler.dump_traceback_later(100, exit=True)
    unittest.main()
