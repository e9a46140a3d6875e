import { randomBytes } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { StreamEvent } from "../../contracts/sync.ts";
import { compressEvents, subjectOf } from "./compressed-events.ts";

const secret = `O código é ${Array.from({ length: 40 }, (_, at) => ((at * 7_919) % 9_973).toString(36)).join(" ")}.`;

/** Returns the parts in which texts about these subjects leave. */
function partsOf(...texts: [text: string, subject: string | null][]): Uint8Array[] {
  const parts: Uint8Array[] = [];
  const events = compressEvents((part) => parts.push(part));
  for (const [text, subject] of texts) events.write(text, subject);
  events.end();
  return parts;
}
const lengths = (...texts: [text: string, subject: string | null][]): number[] =>
  partsOf(...texts).map(({ length }) => length);

test("a text about the same subject is compressed with the one before it", () => {
  const [first = 0, again = 0] = lengths([secret, "ana"], [secret, "ana"]);
  expect(again).toBeLessThan(first / 3);
});

test("a text is compressed with one that lies eight events back", () => {
  const others = Array.from({ length: 7 }, (): [string, string] => [randomBytes(900).toString("hex"), "ana"]);
  const found = lengths([secret, "ana"], ...others, [secret, "ana"]);
  expect(found[8]).toBeLessThan((found[0] ?? 0) / 3);
});

test("a text leaves in one part, also when the context was emptied before it", () => {
  const parts = partsOf(...["ana", "bia", null, "ana"].map((who): [string, string | null] => [secret, who]));
  // The last part ends the stream.
  expect(parts).toHaveLength(5);
  expect(gunzipSync(Buffer.concat(parts)).toString()).toBe(secret.repeat(4));
});

test("a customer's text is as long whether or not another customer has written the same", () => {
  for (const other of ["bia", null]) {
    const [, guessed = 0] = lengths([secret, "ana"], [secret, other]);
    const [, alone = 0] = lengths(["x", "ana"], [secret, other]);
    expect(Math.abs(guessed - alone)).toBeLessThanOrEqual(2);
  }
  // Events without documents do not join two subjects.
  const [, , guessed = 0] = lengths([secret, "ana"], ["x", ""], [secret, "bia"]);
  const [, , alone = 0] = lengths(["y", "ana"], ["x", ""], [secret, "bia"]);
  expect(Math.abs(guessed - alone)).toBeLessThanOrEqual(2);
});

test("an event is about its documents' ticket; about several it has no subject of its own", () => {
  const event = (parts: Record<string, string[]>) => {
    const brought = Object.entries(parts).map(([name, ids]) => [name, { documents: ids.map((id) => ({ id })) }]);
    return { type: "changes", scope: "s", to: [1, null], from: {}, parts: Object.fromEntries(brought) } as StreamEvent;
  };
  expect(subjectOf(event({ tickets: ["t1"], threads: ["t1"], contacts: ["c1"] }))).toBe("t1");
  expect(subjectOf(event({ tickets: ["t1"], threads: ["t1", "t2"] }))).toBeNull();
  expect(subjectOf(event({ tickets: [], threads: [] }))).toBe("");
  expect(subjectOf({ type: "scope" })).toBe("");
});
