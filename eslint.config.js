// The rules of the scripts: the recommended ones; names that nobody defines are found by tsc.
import js from "@eslint/js";

export default [
  js.configs.recommended,
  {
    languageOptions: { sourceType: "module" },
    rules: { "no-undef": "off", eqeqeq: "error", "no-var": "error", "prefer-const": "error" },
  },
];
