import { MAX_CAMPAIGN_TEXT } from "../../../../contracts/marketing/campaigns.ts";

/**
 * Adds a line that says how to opt out to each filled text. Null when a text has no room for it. A text that has the
 * line already stays.
 */
export function withOptOutLine(texts: readonly string[], line: string): string[] | null {
  const added = texts.map((text) =>
    text.trim() === "" || text.includes(line) ? text : `${text.trimEnd()}\n\n${line}`,
  );
  return added.some((text) => text.length > MAX_CAMPAIGN_TEXT) ? null : added;
}
