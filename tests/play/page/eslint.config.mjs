/** What a formatter and a compiler do not see in the scripts of the page. */
export default [
  {
    rules: {
      "array-callback-return": "error",
      "consistent-return": "error",
      eqeqeq: "error",
      "no-else-return": "error",
      "no-implicit-coercion": "error",
      "no-param-reassign": "error",
      "no-self-compare": "error",
      "no-unused-expressions": ["error", { allowTernary: true, allowShortCircuit: true }],
      "no-unused-vars": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "prefer-template": "error",
    },
  },
];
