import "../quiet-console.ts";
import "../channels/whatsapp/bounded-inflate.ts";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import { and, asc, eq, sql } from "drizzle-orm";
import pino from "pino";
import { vi } from "vitest";
import { type CompanyDb, claimKey, type Database, type Secrets, schema } from "../../db/index.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import type { FilesAddress } from "../../outside/file-store/index.ts";
import { PUSH_CONTACT } from "../../outside/web-push/index.ts";
import { type Account, WhatsAppEmulator } from "../../sandbox/index.ts";
import { type ConnectorConfig, sandboxConfig } from "../config.ts";
import { type Connector, startConnector } from "../connector.ts";

export const SECRET_KEY = "a secret key for the tests only, long enough";
/** Shorter than the limit of a test, so that a wait that ends in vain names its line. */
const WAIT = { timeout: 60_000, interval: 15 };

export type TestEnvironment = {
  emulator: WhatsAppEmulator;
  database: Database;
  /** The database address with the application's role. */
  databaseUrl: string;
  ownerUrl: string;
  dataDir: string;
  connector(
    overrides?: Partial<ConnectorConfig> & {
      owner?: string;
      jobs?: boolean;
      pushTo?: string;
      filesAddress?: FilesAddress;
      secrets?: Secrets;
    },
  ): Promise<Connector>;
  close(): Promise<void>;
};

/** Starts the WhatsApp emulator and a database; a test starts any number of connectors. */
export async function openTestEnvironment(): Promise<TestEnvironment> {
  const own: OwnDatabase = await openOwnDatabase();
  const emulator = await WhatsAppEmulator.start({});
  tls.setDefaultCACertificates([...tls.getCACertificates(), emulator.media.caPem]);
  const dataDir = mkdtempSync(join(tmpdir(), "balcao-connector-"));
  const running: Connector[] = [];
  return {
    emulator,
    database: own.database,
    databaseUrl: own.url,
    ownerUrl: own.ownerUrl,
    dataDir,
    async connector({ owner, jobs, pushTo, filesAddress, secrets, ...overrides } = {}) {
      const connector = await startConnector({
        database: own.database,
        databaseUrl: jobs ? own.url : undefined,
        dataDir,
        filesAddress,
        secrets: secrets ?? SECRET_KEY,
        config: { ...sandboxConfig(emulator.url), renewMs: 200, pollMs: 500, ...overrides },
        logger: pino({ level: process.env.LOG_LEVEL ?? "silent" }),
        owner,
        ...(pushTo && { push: { contact: PUSH_CONTACT, allowed: [pushTo] } }),
      });
      running.push(connector);
      return connector;
    },
    async close() {
      for (const connector of running) await connector.stop();
      await emulator.stop();
      await own.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type TestCompany = {
  companyId: string;
  connectionId: string;
  /** Runs in the company's scope. */
  inside<T>(work: (db: CompanyDb) => Promise<T>): Promise<T>;
  connection(): Promise<typeof schema.connections.$inferSelect>;
  messages(): Promise<(typeof schema.messages.$inferSelect)[]>;
  tickets(): Promise<(typeof schema.tickets.$inferSelect)[]>;
  untilStatus(status: string): Promise<void>;
  /** Requests the connection or disconnection, like the connections screen. */
  ask(desired: "up" | "down"): Promise<void>;
  /** Ends the lease now, as if its owner had renewed it last before its length. Returns its end. */
  endLease(): Promise<Date>;
};

/** Creates a company with one connection, not connected yet. */
export async function givenConnection(database: Database): Promise<TestCompany> {
  const [companyId, connectionId] = [randomUUID(), randomUUID()];
  const inside: TestCompany["inside"] = (work) => database.company(companyId, work);
  await inside(async (db) => {
    const dueDate = new Date(Date.now() + 30 * 86_400_000);
    await db.insert(schema.companies).values({ id: companyId, name: `Loja ${companyId.slice(0, 8)}`, dueDate });
    await claimKey(db, { companyId, kind: "company", key: companyId, rowId: companyId });
    await db.insert(schema.connections).values({ companyId, id: connectionId, name: "Loja", isDefault: true });
    await db.insert(schema.connectionLeases).values({ companyId, connectionId });
  });
  const company: TestCompany = {
    companyId,
    connectionId,
    inside,
    async connection() {
      const [found] = await inside((db) => db.select().from(schema.connections));
      if (!found) throw new Error("the connection does not exist");
      return found;
    },
    messages: () =>
      inside((db) =>
        db
          .select()
          .from(schema.messages)
          .orderBy(asc(schema.messages.createdAt), asc(schema.messages.seq), asc(schema.messages.id)),
      ),
    tickets: () => inside((db) => db.select().from(schema.tickets)),
    async untilStatus(status) {
      await vi.waitUntil(async () => (await company.connection()).status === status, WAIT);
    },
    async ask(desired) {
      const { connectionLeases } = schema;
      await inside(async (db) => {
        const [before] = await db.select().from(connectionLeases);
        await db
          .update(connectionLeases)
          .set({ desired, request: (before?.request ?? 0) + 1, retryAt: null })
          .where(and(eq(connectionLeases.companyId, companyId), eq(connectionLeases.connectionId, connectionId)));
      });
      const notice = JSON.stringify({ companyId, connectionId });
      await database.platform.execute(sql`select pg_notify('balcao_connections', ${notice})`);
    },
    async endLease() {
      const leaseUntil = sql`date_trunc('milliseconds', now()) - interval '10 ms'`;
      const [ended] = await inside((db) => db.update(schema.connectionLeases).set({ leaseUntil }).returning());
      if (!ended?.leaseUntil) throw new Error("the connection has no lease");
      return ended.leaseUntil;
    },
  };
  return company;
}

/** Requests the connection and scans its QR code with a new phone. */
export async function givenLinkedConnection(
  database: Database,
  emulator: WhatsAppEmulator,
): Promise<{ company: TestCompany; shop: Account }> {
  const company = await givenConnection(database);
  const shop = emulator.createAccount({ name: "Loja" });
  await company.ask("up");
  await company.untilStatus("qrcode");
  await shop.scanQr((await company.connection()).qrcode);
  await company.untilStatus("CONNECTED");
  return { company, shop };
}

export const until = (test: () => boolean | Promise<boolean>) => vi.waitUntil(test, WAIT);
