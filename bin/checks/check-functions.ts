import { globSync, readFileSync } from "node:fs";
import { type Node, parseSync, type Span } from "@swc/core";

/** Every line counts, also of comments and inner functions: they are read with it. */
const MAX_LINES = 100;
/** In a file of tests a `describe` is a function, too. */
const MAX_LINES_OF_TESTS = 140;
const maxOf = (file: string) => (/\.test\.tsx?$/.test(file) ? MAX_LINES_OF_TESTS : MAX_LINES);

type LongFunction = { line: number; lines: number };

/** Returns the functions, methods and constructors of a file that are too long. */
export function longFunctions(file: string, source: string): LongFunction[] {
  // Positions count bytes from the first token, which may follow comments: this one is at the start.
  const bytes = Buffer.from(`;${source}`);
  const module = parseSync(bytes.toString(), { syntax: "typescript", tsx: /x$/.test(file), target: "es2024" });
  const linesOf = (from: number, to: number) =>
    bytes
      .subarray(from - module.span.start, to - module.span.start)
      .toString()
      .split("\n").length;
  return functionsIn(module.body)
    .map(({ start, end }) => ({ line: linesOf(module.span.start, start), lines: linesOf(start, end) }))
    .filter(({ lines }) => lines > maxOf(file));
}

const kinds = new Set([
  ...["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression", "Constructor", "ClassMethod"],
  ...["PrivateMethod", "MethodProperty", "GetterProperty", "SetterProperty"],
]);

/** Returns where the functions of a tree stand, outer ones first. */
function functionsIn(tree: unknown): Span[] {
  if (typeof tree !== "object" || tree === null) return [];
  const inside = Object.values(tree).flatMap(functionsIn);
  return isFunction(tree) ? [tree.span, ...inside] : inside;
}

const isFunction = (tree: object): tree is Node & { span: Span } =>
  "type" in tree && kinds.has(String(tree.type)) && "span" in tree;

if (process.argv[1] === import.meta.filename) {
  const files = globSync("**/*.{ts,tsx,js}", {
    exclude: ["node_modules/**", "dist/**", ".*/**", "pwa/i18n/paraglide/**", "**/*.gen.ts", "**/*.d.ts"],
  });
  const found = files.flatMap((file) => {
    const long = longFunctions(file, readFileSync(file, "utf8"));
    return long.map(({ line, lines }) => `${file}:${line}: a function of ${lines} lines; ${maxOf(file)} are allowed`);
  });
  if (found.length > 0) console.error(found.join("\n"));
  console.log(`lengths of functions: ${files.length} files, ${found.length} functions too long`);
  if (found.length > 0) process.exitCode = 1;
}
