import { parseSync } from "vite";

/** A small change of a rule: the text from `start` to `end` is replaced. `line` counts from 1. */
export type Mutation = { start: number; end: number; replacement: string; line: number };

type SyntaxNode = { type: string; start: number; end: number } & Record<string, unknown>;

const operators: Record<string, string> = {
  ...{ "===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">" },
  ...{ "&&": "||", "||": "&&" },
};
/** Functions that refuse what is not allowed, by the beginning of their names. */
const refuses = /^(require|refuse|forbid|check|ensure)/;
/** Nodes of types that hold an expression. */
const aroundExpressions = ["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"];

/**
 * Returns the changes that a test of this TypeScript source should notice: another comparison, number, boolean or
 * branch, a negation left out, and a refusal left out.
 */
export function mutationsIn(file: string, source: string): Mutation[] {
  const found: Mutation[] = [];
  const lineOf = (at: number) => source.slice(0, at).split("\n").length;
  const replace = (start: number, end: number, replacement: string) =>
    void found.push({ start, end, replacement, line: lineOf(start) });
  const textOf = ({ start, end }: SyntaxNode) => source.slice(start, end);

  function visit(node: SyntaxNode): void {
    if (node.type.startsWith("TS") && !aroundExpressions.includes(node.type)) return;
    mutate(node);
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  }

  function mutate(node: SyntaxNode): void {
    const { type, start, end } = node;
    if (type === "BinaryExpression" || type === "LogicalExpression") {
      const operator = String(node.operator);
      const other = operators[operator];
      const at = source.indexOf(operator, (node.left as SyntaxNode).end);
      if (other) replace(at, at + operator.length, other);
    }
    if (type === "Literal" && typeof node.value === "boolean") replace(start, end, String(!node.value));
    if (type === "Literal" && typeof node.value === "number") replace(start, end, String(node.value + 1));
    if (type === "UnaryExpression" && node.operator === "!") replace(start, start + 1, "");
    if (type === "ConditionalExpression") {
      const [then, otherwise] = [node.consequent, node.alternate] as [SyntaxNode, SyntaxNode];
      replace(then.start, otherwise.end, `${textOf(otherwise)} : ${textOf(then)}`);
    }
    if (type === "ThrowStatement" || (type === "ExpressionStatement" && isRefusal(node.expression as SyntaxNode)))
      replace(start, end, "{}");
  }

  visit(parseSync(file, source).program as unknown as SyntaxNode);
  return found;
}

export const mutated = (source: string, { start, end, replacement }: Mutation): string =>
  source.slice(0, start) + replacement + source.slice(end);

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

/** A call of a function that refuses, awaited or not. */
function isRefusal(expression: SyntaxNode): boolean {
  if (expression.type === "AwaitExpression") return isRefusal(expression.argument as SyntaxNode);
  if (expression.type !== "CallExpression") return false;
  const callee = expression.callee as SyntaxNode & { name?: string };
  return callee.type === "Identifier" && refuses.test(callee.name ?? "");
}
