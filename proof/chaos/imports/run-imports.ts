import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { and, count, countDistinct, eq, sql } from "drizzle-orm";
import { givenContactRows, spreadsheetBytes } from "../../../connector/testing/given-spreadsheet.ts";
import type { ImportCounts, ImportStatus, ImportView } from "../../../contracts/marketing/contact-imports.ts";
import { type Database, freePort, migrate, openDatabase, schema } from "../../../db/index.ts";
import type { ApiFetch } from "../../../sync/client/desk-types.ts";
import { seedCompany, signIn } from "../desk.ts";
import { type OurProgram, openPostgres, openProgram } from "../real/programs.ts";
import { watchMemory } from "./memory.ts";

export type ImportRun = {
  name: string;
  rows: number;
  kills: number;
  counts: ImportCounts | null;
  /** The differences from the expected result. */
  violations: string[];
  tookMs: number;
  peakMb: { server: number; connector: number; reader: number };
};
type Sheet = { kind: "xlsx" | "xls"; rows: number };
/** When the connector is killed: in this step, at this share of its rows. */
type Kill = { status: ImportStatus; share: number };

const plannedKills: Record<Sheet["kind"], Kill[]> = {
  xlsx: [
    { status: "reading", share: 0.2 },
    { status: "reading", share: 0.6 },
    { status: "checking", share: 0.4 },
    { status: "running", share: 0.2 },
    { status: "running", share: 0.5 },
    { status: "running", share: 0.8 },
  ],
  xls: [
    { status: "reading", share: 0.2 },
    { status: "checking", share: 0.4 },
    { status: "running", share: 0.3 },
    { status: "running", share: 0.7 },
  ],
};
const PATIENCE_MS = 300_000;

type Parts = { database: Database; call: ApiFetch; api: OurProgram; connector: OurProgram; companyId: string };

/** Imports a spreadsheet with the real processes, which are killed with SIGKILL in every step and restarted. */
export async function runImports(sheet: Sheet, say: (text: string) => void): Promise<ImportRun> {
  const folder = await mkdtemp(join(tmpdir(), "balcao-imports-"));
  await chmod(folder, 0o755); // when started by root, Postgres runs as another user
  const cluster = await openPostgres(folder);
  await migrate(cluster.ownerUrl);
  const database = openDatabase(cluster.url, { max: 3, name: "imports" });
  const port = String(await freePort());
  const env = {
    ...{
      DATABASE_URL: cluster.url,
      DATA_DIR: folder,
      SANDBOX: "1",
      SECRET_KEY: "a secret key for the chaos only, long enough",
    },
    ...{ LOG_LEVEL: process.env.LOG_LEVEL ?? "silent", PORT: port },
  };
  const api = await openProgram("api", "api/main.ts", env);
  const connector = await openProgram("connector", "connector/main.ts", env);
  try {
    const { companyId, agentIds } = await seedCompany(database, sheet.kind);
    // No phone is linked in this run.
    await database.company(companyId, (tx) => tx.update(schema.connectionLeases).set({ desired: "down" }));
    // Created before the first request: it takes so long that a kept-alive connection would be closed meanwhile.
    const given = givenContactRows(sheet.rows);
    const bytes = spreadsheetBytes(given.rows, sheet.kind);
    const call = await signIn((path, init) => fetch(`http://127.0.0.1:${port}${path}`, init), agentIds[0]);
    const parts = { database, call, api, connector, companyId };
    return await runSheet(parts, { ...sheet, expected: given.expected, bytes }, say);
  } finally {
    await Promise.all([api.stop(), connector.stop()]);
    await database.close();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type GivenSheet = Sheet & { expected: ImportCounts; bytes: Buffer };

async function runSheet(
  parts: Parts,
  { kind, rows: size, expected, bytes }: GivenSheet,
  say: (text: string) => void,
): Promise<ImportRun> {
  const { database, call, companyId } = parts;
  const began = Date.now();
  const known = await giveKnown(database, companyId, size);
  const memory = watchMemory(parts);
  const form = new FormData();
  form.append("file", new File([new Uint8Array(bytes)], `clientes.${kind}`));
  form.append("preview", "true");
  const { id } = (await (await call("/contacts/upload", { method: "POST", body: form })).json()) as { id: string };
  const view = async () => (await (await call(`/contacts/imports/${id}`)).json()) as ImportView;
  const due = [...plannedKills[kind]];
  let kills = 0;
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await pause(15)) {
    const { status, done, error } = await view();
    const next = due[0];
    if (next && status === next.status && done >= next.share * size) {
      due.shift();
      kills += 1;
      say(`  killed while ${status} at ${done}`);
      parts.connector.kill();
      // Kills the api once too; the client repeats its request.
      if (kills === 2) await killDoor(parts);
      await parts.connector.settled();
    }
    if (status === "preview") await call(`/contacts/imports/${id}`, mapping);
    if (status === "checked") await call(`/contacts/imports/${id}/run`, { method: "POST" });
    if (status === "done" || error) break;
  }
  const last = await view();
  const counts = { ...expected, created: expected.created - known, updated: known };
  const violations = [
    ...due.map(({ status, share }) => `nothing to kill while ${status} at ${share}`),
    ...(last.status === "done" ? [] : [`it is ${last.status} ${last.error ?? ""}`]),
    ...(JSON.stringify(last.counts, Object.keys(counts).sort()) === JSON.stringify(counts, Object.keys(counts).sort())
      ? []
      : [`counted ${JSON.stringify(last.counts)}, not ${JSON.stringify(counts)}`]),
    ...(await wrongIn(database, companyId, expected.created)),
  ];
  const peakMb = memory.stop();
  for (const [who, mb] of Object.entries(peakMb)) if (mb > MAX_MB) violations.push(`${who} took ${mb} MiB`);
  return { name: kind, rows: size, kills, counts: last.counts, violations, tookMs: Date.now() - began, peakMb };
}

const MAX_MB = 300;
const mapping = {
  method: "PUT",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ name: 0, number: 1, email: 2 }),
};

async function killDoor({ api, call }: Parts): Promise<void> {
  api.kill();
  await api.settled();
  await call("/auth/me");
}

/** Creates one contact in a hundred in advance, under another name. */
async function giveKnown(database: Database, companyId: string, size: number): Promise<number> {
  const places = Array.from({ length: size }, (_, n) => n).filter((n) => n % 100 === 60);
  await database.company(companyId, async (tx) => {
    await tx.execute(sql`insert into contacts (company_id, id, name, number, search)
      select ${companyId}::uuid, gen_random_uuid(), 'Antiga', (5531910000000 + n)::text, 'antiga' from unnest(${sql.param(places)}::int[]) as n`);
    await tx.execute(sql`insert into contact_addresses (company_id, id, contact_id, kind, address, match_key)
      select company_id, gen_random_uuid(), id, 'phone', number, regexp_replace(number, '^(55[1-9][1-9])9([6-9]\d{7})$', '\\1\\2')
      from contacts where company_id = ${companyId}::uuid and name = 'Antiga'`);
  });
  return places.length;
}

async function wrongIn(database: Database, companyId: string, wanted: number): Promise<string[]> {
  const { contacts, contactAddresses } = schema;
  const [found, addresses, old] = await database.company(companyId, async (tx) => [
    (
      await tx
        .select({ all: count(), numbers: countDistinct(contacts.number) })
        .from(contacts)
        .where(eq(contacts.companyId, companyId))
    )[0],
    await tx.$count(contactAddresses, eq(contactAddresses.companyId, companyId)),
    await tx.$count(contacts, and(eq(contacts.companyId, companyId), eq(contacts.name, "Antiga"))),
  ]);
  const is = (what: string, given: number | undefined, should: number) =>
    given === should ? [] : [`${what}: ${given}, not ${should}`];
  return [
    ...is("contacts", found?.all, wanted),
    ...is("different numbers", found?.numbers, wanted),
    ...is("addresses", addresses, wanted),
    ...is("contacts that were not updated", old, 0),
  ];
}
