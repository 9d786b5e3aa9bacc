// The worker with the assembler: dsp56k.asm in Pyodide. It receives {id, text} and sends {id, program}, or {failure}.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const DIRECTORY = "/dsp56k";

async function load() {
  const [pyodide, response] = await Promise.all([loadPyodide(), fetch("packages.zip")]);
  if (!response.ok) {
    throw new Error(`packages.zip: HTTP status ${response.status}`);
  }
  pyodide.unpackArchive(await response.arrayBuffer(), "zip", { extractDir: DIRECTORY });
  pyodide.runPython(`import sys; sys.path.insert(0, "${DIRECTORY}")`);
  return pyodide.pyimport("assembly").assemble_page;
}

try {
  const assemblePage = await load();
  self.onmessage = ({ data: { id, text } }) => {
    try {
      self.postMessage({ id, program: JSON.parse(assemblePage(text)) });
    } catch (error) {
      self.postMessage({ failure: `the assembler failed: ${error.message}` });
    }
  };
  self.postMessage({ id: 0 });
} catch (error) {
  self.postMessage({ failure: `cannot load the assembler: ${error.message}` });
}
