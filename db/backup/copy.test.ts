import { Readable, Writable } from "node:stream";
import { expect, inject, test } from "vitest";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { copyIn, copyOut, withOwner } from "./copy.ts";

const TIMES = sizeOf("COPY_TIMES");
const LARGEST = sizeOf("COPY_BYTES");

const KB = 1024;
/** A stream of Node buffers 64 kB, and Postgres sends a row as one message. */
const tables = [
  { rows: 0, length: 0 },
  { rows: 1, length: 10 },
  { rows: 1, length: 64 * KB - 1 },
  { rows: 1, length: 64 * KB },
  { rows: 1, length: 64 * KB + 1 },
  { rows: 64, length: KB - 1 },
  { rows: 64, length: KB },
  { rows: 64, length: KB + 1 },
  { rows: 1_000, length: 1_000 },
  { rows: 5, length: 10_000_000 },
  { rows: 50_000, length: 1_000 },
].filter(({ rows, length }) => rows * length <= LARGEST);

/** A repetition with 50 MB takes about 3 s on a quiet machine. */
const limit = { timeout: 90_000 + TIMES * 15_000 };

test.each(tables)(
  "a table of $rows rows of $length characters is copied out and in",
  limit,
  async ({ rows, length }) => {
    for (let time = 0; time < TIMES; time += 1) {
      await withOwner(inject("ownerUrl"), async (client) => {
        // Postgres compresses and copies texts of one letter faster than random ones.
        await client.query(`create temp table here as
        select n, repeat(chr(97 + n % 26), ${length}) as text from generate_series(1, ${rows}) n`);
        await client.query("create temp table there (like here)");
        const chunks: Buffer[] = [];
        const into = new Writable({
          write(chunk, _encoding, done) {
            chunks.push(chunk);
            setImmediate(done);
          },
        });
        const copy = await copyOut(client, { name: "here", select: "select * from here" }, [], into);
        const { rows: after } = await client.query("select 1 as one");
        expect([after, copy.rowCount]).toEqual([[{ one: 1 }], rows]);
        await copyIn(client, { name: "there", target: "there (n, text)" }, Readable.from(chunks), []);
        const { rows: differences } = await client.query(`
        (table here except all table there) union all (table there except all table here)`);
        expect(differences).toEqual([]);
        expect((await client.query("select count(*)::int from there")).rows).toEqual([{ count: rows }]);
      });
    }
  },
);

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

test("a copy whose server sends nothing for the time fails with the name of the table", async () => {
  const select = "select pg_sleep(5)";
  const copying = withOwner(inject("ownerUrl"), (client) =>
    copyOut(client, { name: "public.messages", select, silenceMs: 300 }, [], nowhere()),
  );
  await expect(copying).rejects.toThrow("public.messages: no byte within 0.3 s");
});

test("a copy that the server refuses fails with its message, and the connection ends", async () => {
  const select = "select 1 / (n - 50000) from generate_series(1, 100000) n";
  const copying = withOwner(inject("ownerUrl"), (client) =>
    copyOut(client, { name: "public.messages", select }, [], nowhere()),
  );
  await expect(copying).rejects.toThrow("division by zero");
});

test("a table that cannot be filled fails with the server's message", async () => {
  const filling = withOwner(inject("ownerUrl"), async (client) => {
    await client.query("create temp table numbers (n int)");
    await copyIn(client, { name: "numbers", target: "numbers" }, Readable.from(["1\n", "two\n"]), []);
  });
  await expect(filling).rejects.toThrow("invalid input syntax");
});

test("a copy into a table whose source sends nothing for the time fails with the name of the table", async () => {
  const silent = new Readable({ read() {} });
  const filling = withOwner(inject("ownerUrl"), async (client) => {
    await client.query("create temp table silent (n int)");
    await copyIn(client, { name: "public.messages", target: "silent", silenceMs: 300 }, silent, []);
  });
  await expect(filling).rejects.toThrow("public.messages: no byte within 0.3 s");
});
