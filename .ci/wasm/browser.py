"""Run the suite in a headless Chromium: a page on localhost, which sends back what it printed.

    python browser.py FOLDER CHROMIUM

FOLDER has page.html and what it loads. The exit status is the page's own, or 1 if it says nothing
within a quarter of an hour.
"""

import subprocess
import sys
import tempfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from queue import Empty, SimpleQueue
from threading import Thread
from urllib.parse import urlsplit

PATIENCE = 900
# The network is for the page alone, and the sandbox cannot be had as root.
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
]


class Handler(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def __init__(self, *arguments, ended: SimpleQueue[tuple[int, str]], **options) -> None:
        self.ended = ended
        super().__init__(*arguments, **options)

    def do_POST(self) -> None:
        printed = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.send_response(204)
        self.end_headers()
        self.ended.put((int(urlsplit(self.path).query), printed))

    def log_message(self, *_: object) -> None:
        pass


def main(folder: str, chromium: str) -> int:
    ended: SimpleQueue[tuple[int, str]] = SimpleQueue()
    handler = partial(Handler, directory=folder, ended=ended)
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), handler) as server,
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
        tempfile.TemporaryFile("w+") as said,
    ):
        Thread(target=server.serve_forever, daemon=True).start()
        page = f"http://127.0.0.1:{server.server_port}/page.html"
        browser = subprocess.Popen(
            [chromium, *FLAGS, f"--user-data-dir={profile}", page], stdout=said, stderr=said
        )
        try:
            status, printed = ended.get(timeout=PATIENCE)
        except Empty:
            said.seek(0)
            status, printed = 1, f"the page said nothing in {PATIENCE} s\n{said.read()}"
        finally:
            browser.terminate()
            browser.wait()
            server.shutdown()
    print(printed)
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
