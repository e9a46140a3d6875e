import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { schema } from "../db/index.ts";

/**
 * Tables that more than one folder writes; every other table is written by one folder only. `outbox` is the sending
 * half of `messages`. Merging and undoing a merge move rows of every kind, under the locks of both contacts. A queue's
 * deletion is below `tickets` in the order of the folders.
 */
const shared: Record<string, string[]> = {
  companies: ["companies", "settings", "users"],
  contactAddresses: ["contact-imports", "contact-merges", "contacts"],
  contactFields: ["contact-merges", "contacts"],
  contactMerges: ["contact-merges", "contacts"],
  contacts: ["contact-imports", "contact-merges", "contacts", "pictures"],
  drafts: ["contact-merges", "contacts", "drafts"],
  externalCalls: ["connections", "external-sending"],
  files: ["files", "pictures"],
  inbox: ["connections", "meta"],
  messageVersions: ["messages", "outbox"],
  messages: ["contact-merges", "contacts", "messages", "outbox", "queues"],
  schedules: ["contact-merges", "contacts", "schedules"],
  settings: ["settings", "users"],
  ticketTags: ["contact-merges", "contacts", "tags"],
  tickets: ["contact-merges", "contacts", "outbox", "queues", "tickets"],
};

const write = /\.(?:update|insert|delete)\(\s*(?:schema\.)?(\w+)\)/g;

test("domain: no further folder writes the rows of another folder's table", () => {
  const writers = new Map<string, Set<string>>();
  for (const file of globSync("domain/*/**/*.ts", { exclude: ["**/*.test.ts", "**/testing/**"] })) {
    const folder = file.split("/")[1] ?? "";
    for (const [, table = ""] of readFileSync(file, "utf8").matchAll(write))
      if (table in schema) writers.set(table, (writers.get(table) ?? new Set()).add(folder));
  }
  expect(writers.size).toBeGreaterThan(40);
  const several = [...writers].filter(([, folders]) => folders.size > 1);
  expect(Object.fromEntries(several.map(([table, folders]) => [table, [...folders].sort()]))).toEqual(shared);
});
