import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { count, countDistinct, eq } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { sizeOf } from "../../../contracts/testing/sizes.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenContact } from "../../../db/testing/given.ts";
import { beginImport, importView } from "../../../domain/marketing/contact-imports/index.ts";
import { acting, atDesk } from "../../../domain/testing.ts";
import { openDiskFileStore } from "../../../outside/file-store/index.ts";
import { givenContactRows, spreadsheetBytes } from "../../testing/given-spreadsheet.ts";

const folder = mkdtempSync(join(tmpdir(), "balcao-killed-"));
const files = openDiskFileStore(folder);
const ROWS = sizeOf("KILLED_ROWS");
const program = new URL("../../testing/import-program.ts", import.meta.url).pathname;

/** Returns the child processes; empty where the system does not list them. */
function childrenOf(pid: number): string[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, "utf8").trim().split(" ").filter(Boolean) : [];
}
const isAlive = (pid: string) =>
  existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));

/** Runs the program and kills it after the given number of transactions. Returns true when it ended before that. */
async function liveFor(transactions: number, job: { companyId: string; importId: string }): Promise<boolean> {
  const env = {
    DATABASE_URL: inject("databaseUrl"),
    FILES: folder,
    COMPANY_ID: job.companyId,
    IMPORT_ID: job.importId,
  };
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let ended = 0;
  let readers: string[] = [];
  createInterface({ input: child.stdout }).on("line", () => {
    readers = childrenOf(child.pid ?? 0);
    ended += 1;
    if (ended === transactions) child.kill("SIGKILL");
  });
  const [code] = (await once(child, "exit")) as [number | null];
  await expect.poll(() => readers.filter(isAlive)).toEqual([]);
  if (code !== null) expect(code).toBe(0);
  return code === 0;
}

test.each([
  { kind: "xlsx", rows: ROWS },
  { kind: "xls", rows: ROWS / 2 },
] as const)(
  "an import that is killed repeatedly imports $rows rows of an $kind file once",
  async (given) => {
    const { rows, expected } = givenContactRows(given.rows);
    const { companyId, ana } = await givenCompany();
    // Some contacts exist already under another name.
    for (const n of [60, 160, 260]) await givenContact({ companyId, name: "Antiga", number: `${5531910000000 + n}` });
    const fileId = randomUUID();
    await files.write(companyId, fileId, 0, spreadsheetBytes(rows, given.kind));
    const file = { id: fileId, name: `clientes.${given.kind}` };
    const importId = await acting(ana, (ctx) => beginImport(ctx, file, { isDirect: true }));
    const job = { companyId, importId };
    let kills = 0;
    // A fixed low number would make no progress: each run is allowed one transaction more than the last.
    while (!(await liveFor(1 + kills, job))) kills += 1;
    expect(kills).toBeGreaterThan(1);
    const view = await acting(ana, (ctx) => importView(ctx, importId));
    const counts = { ...expected, created: expected.created - 3, updated: 3 };
    expect(view).toMatchObject({ status: "done", counts, total: given.rows, done: given.rows });
    const { contacts, contactAddresses } = schema;
    const [found] = await atDesk(companyId, (ctx) =>
      ctx.db
        .select({ contacts: count(), numbers: countDistinct(contacts.number) })
        .from(contacts)
        .where(eq(contacts.companyId, companyId)),
    );
    expect(found).toEqual({ contacts: expected.created, numbers: expected.created });
    expect(await atDesk(companyId, (ctx) => ctx.db.$count(contactAddresses))).toBe(expected.created);
    expect(await atDesk(companyId, (ctx) => ctx.db.$count(contacts, eq(contacts.name, "Antiga")))).toBe(0);
  },
  240_000,
);
