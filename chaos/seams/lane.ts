import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import postgres from "postgres";
import { createApp } from "../../api/app.ts";
import { hashPassword } from "../../api/session/index.ts";
import { openDesk } from "../../connector/desk.ts";
import { startJobs } from "../../connector/jobs.ts";
import { createHttp } from "../../connector/sandbox/http.ts";
import type { WhatsAppEmulator } from "../../connector/sandbox/index.ts";
import { PhoneLines } from "../../connector/sandbox/phone-lines.ts";
import { openMediaFetcher } from "../../connector/whatsapp/media.ts";
import { openSequencer, schema } from "../../db/index.ts";
import { openDiskFileStore } from "../../domain/files/index.ts";
import type { ApiFetch } from "../../sync/client/desk-types.ts";
import { openStreams } from "../../sync/server/index.ts";
import { type AskSandbox, openPhones } from "../phones.ts";
import type { Fault } from "../schedule.ts";
import { openTruth } from "../truth.ts";
import type { Agent, World } from "../world.ts";
import { openBreakableDatabase } from "./breakable-database.ts";
import { openConnectors } from "./connectors.ts";
import { openDevice } from "./device.ts";

const PASSWORD = "Balcao123!";
let passwordHash: Promise<string> | undefined;

/**
 * A desk of its own in a database of its own, with one linked number and two agents; the emulator is shared. It runs
 * one schedule after another, each with new customers, new browsers and one new connector.
 */
export async function openLane(emulator: WhatsAppEmulator, template: { adminUrl: string; name: string }) {
  const name = `chaos_${randomUUID().slice(0, 8)}`;
  const admin = postgres(template.adminUrl, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name} template ${template.name}`);
  const url = Object.assign(new URL(template.adminUrl), { pathname: `/${name}` }).href;
  const truth = await openTruth(url);
  const dataDir = mkdtempSync(join(tmpdir(), "balcao-chaos-"));
  const logger = pino({ level: process.env.LOG_LEVEL ?? "silent" });

  const database = openBreakableDatabase(url, { max: 6, name: "chaos api" });
  const sequencer = openSequencer(database);
  const streams = openStreams({ database, onError: (err) => logger.error({ err }, "stream") });
  const files = openDiskFileStore(join(dataDir, "files"));
  const config = {
    ...{ host: "127.0.0.1", port: 0, publicUrl: "", dataDir, corsOrigins: [], sandboxUrl: "", trustsProxy: true },
    ...{ pwaFolder: join(dataDir, "pwa"), logLevel: "silent", secret: new TextEncoder().encode("a secret for chaos") },
  };
  const app = createApp({ database, sequencer, fileStore: files, streams, config, logger });

  const [companyId, connectionId] = [randomUUID(), randomUUID()];
  const agentIds = [randomUUID(), randomUUID()] as const;
  passwordHash ??= hashPassword(PASSWORD);
  const hash = await passwordHash;
  await database.company(companyId, async (tx) => {
    const dueDate = new Date(Date.now() + 30 * 86_400_000);
    await tx.insert(schema.companies).values({ id: companyId, name: `Loja ${name}`, dueDate });
    await tx.insert(schema.connections).values({ companyId, id: connectionId, name: "Loja", isDefault: true });
    await tx.insert(schema.connectionLeases).values({ companyId, connectionId, desired: "up", request: 1 });
    for (const id of agentIds)
      await tx.insert(schema.users).values({
        ...{ companyId, id, name: "Marina", email: `${id}@teste.example`, passwordHash: hash },
        ...{ profile: "admin", allTicket: true, allHistoric: true, allUserChat: true },
      });
  });

  const account = emulator.createAccount({ name: `Loja ${name}` });
  const listed = { id: connectionId, companyId, name: "Loja", number: account.phone, status: "CONNECTED", qrcode: "" };
  const phonesHttp = createHttp(new PhoneLines(emulator, { listConnections: async () => [listed] }));
  const phones = openPhones(askBy(phonesHttp.fetch), connectionId);
  const connectors = openConnectors({
    ...{ url, truth, connectionId, dataDir, logger, webSocketUrl: emulator.url },
    dropLine: () => {
      for (const socket of account.onlineCompanions) socket.drop();
    },
  });
  // Another process's job workers: they outlive every connector.
  const workersDatabase = openBreakableDatabase(url, { max: 3, name: "chaos jobs" });
  const media = openMediaFetcher({
    desk: openDesk(workersDatabase, openSequencer(workersDatabase), logger),
    files,
    folder: join(dataDir, "incoming"),
    isMediaHost: (host) => host.startsWith("127.0.0.1:"),
    channelOf: () => undefined,
  });
  const jobs = await startJobs({ url, database: workersDatabase, media, logger });

  await connectors.start();
  await link();

  async function link(): Promise<void> {
    for (let scanned = ""; ; await pause(20)) {
      const [found] = await truth<{ status: string; qrcode: string }[]>`
        select status, qrcode from connections where id = ${connectionId}`;
      if (found?.status === "CONNECTED") return;
      if (!found?.qrcode || found.qrcode === scanned) continue;
      scanned = found.qrcode;
      await account.scanQr(scanned).catch((error) => logger.warn({ err: error }, "the code had expired"));
    }
  }

  async function signIn(id: string): Promise<ApiFetch> {
    const credentials = JSON.stringify({ email: `${id}@teste.example`, password: PASSWORD });
    const answer = await app.request("/auth/login", {
      method: "POST",
      body: credentials,
      headers: { "content-type": "application/json" },
    });
    if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
    const cookie = (answer.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
    let { token } = (await answer.json()) as { token: string };
    return async (path, init = {}) => {
      for (let isFresh = false; ; isFresh = true) {
        const headers = new Headers(init.headers);
        headers.set("authorization", `Bearer ${token}`);
        headers.set("cookie", cookie);
        const response = await app.request(path, { ...init, headers });
        if (response.ok) return response;
        if (response.status === 403 && !isFresh) {
          const refreshed = await app.request("/auth/refresh_token", { method: "POST", headers: { cookie } });
          token = ((await refreshed.json()) as { token: string }).token;
          continue;
        }
        const { error } = (await response.json()) as { error?: string };
        throw Object.assign(new Error(error), { status: response.status, code: error });
      }
    };
  }
  const calls = [await signIn(agentIds[0]), await signIn(agentIds[1])] as const;

  function agentOf(call: ApiFetch, id: string): Agent & { device: ReturnType<typeof openDevice> } {
    return {
      // A browser of its own in each schedule: the owner's name is what its databases are called by.
      device: openDevice({ companyId: randomUUID(), id }, call),
      async takeBack(messageId) {
        for (let tries = 0; ; tries++) {
          try {
            await call(`/messages/${messageId}`, { method: "DELETE" });
            return;
          } catch (error) {
            if (tries > 2_000) throw error;
            await pause(20);
          }
        }
      },
    };
  }

  async function openWorld(): Promise<World & { close(): Promise<void> }> {
    const agents = [agentOf(calls[0], agentIds[0]), agentOf(calls[1], agentIds[1])] as const;
    const timers: NodeJS.Timeout[] = [];
    const devices = agents.map(({ device }) => device);

    async function strike(fault: Fault): Promise<void> {
      switch (fault.kind) {
        case "requests-lost":
          return devices[fault.agent]?.lose("requests", fault.count);
        case "answers-lost":
          return devices[fault.agent]?.lose("answers", fault.count);
        case "page-reloaded":
          return devices[fault.agent]?.reload();
        case "second-tab":
          return devices[fault.agent]?.openTab();
        case "api-write-lost":
          return database.breakOnce("write-lost", fault.skip);
        case "api-commit-unknown":
          return database.breakOnce("commit-unknown", fault.skip);
        case "connector-write-lost":
          return connectors.breakOnce("write-lost", fault.skip);
        case "connector-commit-unknown":
          return connectors.breakOnce("commit-unknown", fault.skip);
        case "database-cut":
          await truth`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name not in ('chaos truth', 'balcao jobs')`;
          return;
        case "line-dropped":
          await phones.fault({ drop: true });
          return;
        case "line-slow":
          await phones.fault({ delayMs: fault.delayMs });
          timers.push(setTimeout(() => void phones.fault({ delayMs: 0 }), fault.forMs));
          return;
        case "receipts-lost":
          await phones.fault({ loseReceipts: true });
          timers.push(setTimeout(() => void phones.fault({ loseReceipts: false }), fault.forMs));
          return;
        case "connector-killed":
          return connectors.kill();
        case "connector-paused":
          return connectors.pause();
        case "connector-replaced":
          return connectors.replace();
        case "second-connector":
          await connectors.start();
          return;
        default:
          throw new Error(`${fault.kind} takes real processes`);
      }
    }

    return {
      ...{ companyId, connectionId, phones, truth, agents, strike },
      async calm() {
        for (const timer of timers) clearTimeout(timer);
        await phones.fault({ delayMs: 0, loseReceipts: false });
      },
      async close() {
        for (const timer of timers) clearTimeout(timer);
        for (const { device } of agents) await device.close();
        database.calm();
        await truth`delete from chaos_violations`;
        if (connectors.count !== 1) await connectors.replace();
        await connectors.settle();
      },
    };
  }

  return {
    openWorld,
    async close(): Promise<void> {
      await connectors.stop();
      streams.close();
      await jobs.stop();
      await workersDatabase.close();
      await database.close();
      await truth.end();
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
export type Lane = Awaited<ReturnType<typeof openLane>>;

type Fetch = (request: Request) => Response | Promise<Response>;

const askBy =
  (fetch: Fetch): AskSandbox =>
  async <T>(path: string, body?: unknown) => {
    const method = body === undefined ? "GET" : "POST";
    const answer = await fetch(
      new Request(`http://phones${path}`, {
        method,
        headers: { "content-type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    );
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
