import postgres from "postgres";

/** The functions that read the clock. */
const READERS = [
  { name: "now", volatility: "stable" },
  { name: "transaction_timestamp", volatility: "stable" },
  { name: "statement_timestamp", volatility: "stable" },
  { name: "clock_timestamp", volatility: "volatile" },
];

/** Runs the statements in the database at `ownerUrl` and in the one that new databases of its server are copies of. */
async function onBoth(ownerUrl: string, statements: string[]): Promise<void> {
  for (const url of [ownerUrl, Object.assign(new URL(ownerUrl), { pathname: "/template1" }).href]) {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    try {
      for (const statement of statements) await sql.unsafe(statement);
    } finally {
      await sql.end();
    }
  }
}

/** The readers with a literal: the setting of a session would keep a statement from walking an index. */
const readers = (aheadMs: number) =>
  READERS.map(
    ({ name, volatility }) => `create or replace function pg_catalog.${name}() returns timestamptz
      language sql ${volatility} parallel safe
      as $$ select pg_catalog.machine_${name}() + interval '${aheadMs} milliseconds' $$`,
  );

/**
 * Replaces the functions that read the clock, in the database at `ownerUrl` and in each one that is created on its server
 * later. It must come before the migrations: a default keeps the function that it was created with. The keywords
 * `current_date` and `current_timestamp` cannot be replaced.
 */
export const makeClockMovable = (ownerUrl: string): Promise<void> =>
  onBoth(ownerUrl, [
    ...READERS.map(({ name }) => `alter function pg_catalog.${name}() rename to machine_${name}`),
    ...readers(0),
  ]);

/** Moves the clock of these databases like that of the run's processes (`bin/testing/move-clock.js`). */
export const moveClock = (ownerUrl: string): Promise<void> =>
  onBoth(ownerUrl, readers(Number(process.env.TEST_CLOCK_MS ?? 0)));
