import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { csvReasons, csvStates, recipientCsvHead } from "./recipient-csv.ts";

const file = new URL("../../../../pwa/i18n/messages/campaigns.pt.json", import.meta.url);
const texts: Record<string, unknown> = JSON.parse(readFileSync(file, "utf8"));

test("the export names states and reasons as the report's screen does", () => {
  const named = (words: Record<string, string>, kind: string) =>
    Object.keys(words).map((key) => texts[`campaigns_${kind}_${key}`]);
  expect(Object.values(csvStates)).toEqual(named(csvStates, "state"));
  expect(Object.values(csvReasons)).toEqual(named(csvReasons, "reason"));
});

test("the export names the time zone of each time", () => {
  const heads = recipientCsvHead("America/Manaus").split(/[;\r\n]+/);
  expect(heads.filter((head) => head.includes("(America/Manaus)"))).toHaveLength(6);
});
