// The rules for JavaScript beyond those that ESLint recommends: a statement declares one name, a function is small.
import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["build/", "**/.venv*/", "satpuzzle/studio/libraries/*.min.js"] },
  js.configs.recommended,
  {
    files: ["satpuzzle/studio/**"],
    languageOptions: { globals: { ...globals.browser, THREE: "readonly", TOML: "readonly", QR: "readonly" } },
  },
  { files: ["tests/**"], languageOptions: { globals: globals.node } },
  {
    rules: {
      complexity: ["error", 20],
      eqeqeq: "error",
      "max-depth": ["error", 4],
      "no-var": "error",
      "one-var": ["error", "never"],
      "prefer-const": "error",
    },
  },
];
