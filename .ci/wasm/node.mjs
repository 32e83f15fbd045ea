// node node.mjs: the suite under node; beside it lie suite.mjs, suite.zip and the folder pyodide.

import { readFileSync, writeSync } from "node:fs";
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { runSuite } from "./suite.mjs";

const archive = new Uint8Array(readFileSync(new URL("suite.zip", import.meta.url)));
console.log(`node ${process.version}`);
process.exitCode = await runSuite(loadPyodide, archive, (text) => writeSync(1, text));
