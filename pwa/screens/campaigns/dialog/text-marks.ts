import { unknownPlaceholders } from "../../../../contracts/marketing/campaign-text.ts";
import type { CampaignVariable } from "../../../../contracts/marketing/campaigns.ts";

/** A part of a text: plain, a variable that will be filled in, or one that nothing fills. */
export type TextPart = { at: number; text: string; kind: "plain" | "known" | "unknown" };

const braces = /\{\{[^{}\n]*\}\}|\{[^{}\n]*\}/g;
const isNamed = (placeholder: string) => /[^{}\s]/.test(placeholder);

/** Splits a text into its variables and the parts between them. `variables`: null while they are not loaded. */
export function textParts(text: string, variables: readonly CampaignVariable[] | null): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  const add = (end: number, kind: TextPart["kind"]) => {
    if (end > done) parts.push({ at: done, text: text.slice(done, end), kind });
    done = end;
  };
  for (const match of text.matchAll(braces)) {
    const [placeholder] = match;
    if (!isNamed(placeholder)) continue;
    add(match.index, "plain");
    const isUnknown = variables !== null && unknownPlaceholders(placeholder, variables).length > 0;
    add(match.index + placeholder.length, isUnknown ? "unknown" : "known");
  }
  add(text.length, "plain");
  return parts;
}

/** Returns the text with `inserted` in place of the selection, and the cursor after it. */
export function insertAt(text: string, [start, end]: readonly [number, number], inserted: string) {
  return { text: text.slice(0, start) + inserted + text.slice(end), cursor: start + inserted.length };
}
