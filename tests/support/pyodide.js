// Runs Python in Pyodide: node pyodide.js RUNTIME FOLDER... < SCRIPT, where RUNTIME is the file pyodide.mjs, and modules
// are found in the folders.  What the script prints is what this prints.
import fs from "node:fs";

const [runtime, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(runtime);
const python = await loadPyodide();
folders.forEach((root, number) => {
  python.FS.mkdir(`/folder${number}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, `/folder${number}`);
});
python.runPython(`import sys; sys.path[:0] = [f"/folder{number}" for number in range(${folders.length})]`);
try {
  await python.runPythonAsync(fs.readFileSync(0, "utf8"));
} catch (error) {
  console.error(String(error)); // Python's traceback; a thrown error would be shown with the source around it
  process.exit(1);
}
