import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import type { Program } from "../../../bin/processes/program.ts";
import { applicationUrl, openDatabase } from "../../../db/index.ts";
import { seedCompany } from "../data/seed-company.ts";
import type { BenchEnvironment } from "../environment.ts";

export type RunningSystem = Awaited<ReturnType<typeof startSystem>>;

/**
 * Starts sandbox, API and connector as `npm start` does, on an empty database with a company of that many
 * connections.
 */
export async function startSystem(environment: BenchEnvironment, name: string, connections: number) {
  const url = await environment.cluster.fresh(name);
  const database = openDatabase(applicationUrl(url), { max: 2, name: "bench" });
  const shop = await seedCompany(database, connections, true);
  const bare = await seedCompany(database, connections);
  await database.close();
  const owner = postgres(url, { max: 2, onnotice: () => {} });
  const common = {
    DATABASE_URL: applicationUrl(url),
    SECRET_KEY: "a secret key for the bench, long enough",
    SANDBOX: "1",
  };
  const sandbox = await environment.start("sandbox", "sandbox/main.ts", {
    ...common,
    DATABASE_OWNER_URL: url,
    DATA_DIR: `${environment.dataDir}/${name}`,
  });
  const { httpUrl, wsUrl, caPath } = await sandbox.ready;
  const env = { ...common, SANDBOX_URL: String(httpUrl), SANDBOX_WS_URL: String(wsUrl), SANDBOX_CA: String(caPath) };
  const programs: Program[] = [sandbox];

  async function post(path: string, body: unknown = {}): Promise<void> {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${httpUrl}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  }

  async function get<T>(path: string): Promise<T> {
    const answer = await fetch(`${httpUrl}${path}`);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  return {
    url,
    shop,
    bare,
    post,
    get,
    async connector(): Promise<Program> {
      const program = await environment.start("connector", "connector/main.ts", env);
      programs.push(program);
      await program.ready;
      return program;
    },
    api: (more: Record<string, string> = {}) =>
      environment.startApi(url, { SANDBOX: "1", SANDBOX_URL: String(httpUrl), ...more }),
    /**
     * Starts the library alone on that many connections of the other company; `onText` receives each text with its
     * time.
     */
    async library(count: number, onText: (text: string, at: number) => void = () => {}): Promise<Program> {
      const ids = bare.connectionIds.slice(0, count).join(",");
      const asked = { ...env, DATABASE_OWNER_URL: url, CONNECTION_IDS: ids };
      const program = await environment.start("library", "connector/testing/bare-sessions.ts", asked, (line) => {
        const { received, at } = JSON.parse(line) as { received?: string; at: number };
        if (received) onText(received, at);
      });
      programs.push(program);
      await program.ready;
      return program;
    },
    /** Scans every QR code shown until that many connections are connected. */
    async link(count: number): Promise<void> {
      await owner`update connection_leases set desired = 'up' where connection_id = any(${shop.connectionIds.slice(0, count)}::uuid[])`;
      const until = Date.now() + 240_000;
      const scanned = new Map<string, string>();
      while (Date.now() < until) {
        const rows = await owner<{ id: string; status: string; qrcode: string }[]>`
          select id, status::text, qrcode from connections where company_id = ${shop.companyId}`;
        if (rows.filter((row) => row.status === "CONNECTED").length >= count) return;
        for (const { id, status, qrcode } of rows) {
          if (status !== "qrcode" || scanned.get(id) === qrcode) continue;
          scanned.set(id, qrcode);
          await post(`/sandbox/connections/${id}/scan`);
        }
        await pause(200);
      }
      throw new Error("the connections were not connected in time");
    },
    async close() {
      for (const program of programs.toReversed()) await program.stop();
      await owner.end();
      await environment.cluster.drop(name);
    },
  };
}
