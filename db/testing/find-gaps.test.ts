import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { findGaps, type SentStatement } from "./find-gaps.ts";

const path = (name: string) => join(mkdtempSync(join(tmpdir(), "statements-")), name);

test("at the end of a run each statement is planned once, and its test is named", async () => {
  const statementsPath = path("statements.jsonl");
  const text = 'select "name" from "contacts" where "id" = $1';
  const sent: SentStatement[] = [
    { text: 'select "name" from "contacts" where "company_id" = $1', file: "domain/a.ts", test: "domain/a.test.ts" },
    { text, file: "domain/b.ts", test: "domain/b.test.ts" },
    { text, file: "domain/b.ts", test: "domain/c.test.ts" },
  ];
  writeFileSync(statementsPath, sent.map((statement) => `${JSON.stringify(statement)}\n`).join(""));
  expect(await findGaps(statementsPath, inject("ownerUrl"))).toEqual([
    `domain/b.ts, sent by domain/b.test.ts: no condition on the company of contacts in ${text}`,
  ]);
});

test("a run without statements has no gap", async () => {
  expect(await findGaps(path("missing.jsonl"), inject("ownerUrl"))).toEqual([]);
});
