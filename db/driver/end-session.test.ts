import postgres from "postgres";
import { expect, inject, test, vi } from "vitest";
import { withOwner } from "../backup/copy.ts";
import { endClient, endClientOnAbort } from "./end-session.ts";

const LONG = "select pg_sleep(300)";

/** Returns the sessions that run the statement with the remark. */
async function sessionsWith(remark: string): Promise<number> {
  const sql = postgres(inject("ownerUrl"), { max: 1, onnotice: () => {} });
  try {
    return (await sql`select pid from pg_stat_activity where query like ${`%${remark}%`} and pid <> pg_backend_pid()`)
      .length;
  } finally {
    await sql.end();
  }
}

test.each([
  [
    "pg",
    (signal: AbortSignal) => withOwner(inject("ownerUrl"), (client) => client.query(`${LONG} /* by pg */`), signal),
  ],
  [
    "postgres",
    async (signal: AbortSignal) => {
      const client = postgres(inject("ownerUrl"), { max: 1, onnotice: () => {} });
      const stopListening = await endClientOnAbort(client, inject("ownerUrl"), signal);
      try {
        await client.unsafe(`${LONG} /* by postgres */`);
      } finally {
        stopListening();
        await endClient(client);
      }
    },
  ],
])("a signal ends the session of %s in the middle of a statement", async (driver, work) => {
  const interruption = new AbortController();
  const ended = expect(work(interruption.signal)).rejects.toThrow(/terminat|closed|destroyed/i);
  const remark = `by ${driver} */`;
  await vi.waitUntil(async () => (await sessionsWith(remark)) === 1);
  interruption.abort(new Error("interrupted"));
  await ended;
  await vi.waitUntil(async () => (await sessionsWith(remark)) === 0);
});

test("a signal that has aborted before ends the work before its first statement", async () => {
  const signal = AbortSignal.abort(new Error("interrupted"));
  const begun = vi.fn(async () => {});
  await expect(withOwner(inject("ownerUrl"), begun, signal)).rejects.toThrow("interrupted");
  expect(begun).not.toHaveBeenCalled();
});
