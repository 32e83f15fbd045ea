// Runs the tests in Pyodide, under node or in a browser: `archive` is a zip of the folders "site",
// with the installed packages, and "tests", with what the sdist has for them.

const PYTHON = `
import os, sys
sys.path[:0] = ["/suite/site", "/suite/tests"]
os.chdir("/suite/tests")
import pytest
print("CPython", sys.version, "on", sys.platform)
int(pytest.main(["-p", "no:cacheprovider", "-o", "faulthandler_timeout=0"]))  # without threads
`;

// Hands on what is printed, piece by piece; returns pytest's exit status.
export async function runSuite(loadPyodide, archive, write) {
  const python = await loadPyodide();
  const decoder = new TextDecoder();
  const stream = {
    write(bytes) {
      write(decoder.decode(bytes, { stream: true }));
      return bytes.length;
    },
  };
  python.setStdout(stream);
  python.setStderr(stream);
  python.unpackArchive(archive, "zip", { extractDir: "/suite" });
  return python.runPython(PYTHON);
}
