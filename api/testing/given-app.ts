import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { pino } from "pino";
import { listenToChanges, openMetrics, openSequencer, schema } from "../../db/index.ts";
import { type GivenAgent, testDatabase } from "../../db/testing/given.ts";
import { listenToPresence } from "../../domain/desk/presence/index.ts";
import { openDiskFileStore } from "../../outside/file-store/index.ts";
import { openStreams } from "../../sync/server/index.ts";
import { type AppDeps, createApp } from "../app.ts";
import type { Config } from "../config.ts";
import { hashPassword, listenToEndedSessions } from "../session/index.ts";
import { requireDeclared } from "./check-answers.ts";

export const PASSWORD = "Balcao123!";
let passwordHash: Promise<string> | undefined;

/** Opens the whole HTTP app over the test database, with its own folder for files. It does not listen on a port. */
export async function givenApp(config: Partial<Config> = {}, logger = pino({ level: "fatal" })) {
  const folder = mkdtempSync(join(tmpdir(), "balcao-api-"));
  const database = testDatabase();
  const sequencer = openSequencer(database);
  const streams = openStreams({ database, sequencer, onError: (error) => logger.fatal(error) });
  await listenToChanges(database, streams.notify, streams.notifyAll);
  await listenToEndedSessions(database, streams.endSession);
  await listenToPresence(database, streams.onPresence);
  const fileStore = openDiskFileStore(join(folder, "files"));
  const deps: AppDeps = {
    database,
    sequencer,
    fileStore,
    streams,
    logger,
    metrics: openMetrics(database),
    config: {
      host: "127.0.0.1",
      port: 0,
      publicUrl: "",
      dataDir: folder,
      corsOrigins: ["https://outra.example"],
      sandboxUrl: "",
      trustsProxy: true,
      pwaFolder: join(folder, "pwa"),
      logLevel: "fatal",
      metricsToken: "",
      secrets: [new TextEncoder().encode("a secret for tests")],
      ...config,
    },
  };
  return { app: declaring(createApp(deps)), deps, database, sequencer, streams, fileStore, folder };
}

/** The app, whose `request` rejects when a successful answer is not as its operation declares it. */
function declaring(app: ReturnType<typeof createApp>): typeof app {
  const request = app.request.bind(app);
  app.request = async (...call) => {
    const response = await request(...call);
    const [input, init] = call;
    const asked =
      input instanceof Request
        ? input
        : new Request(new URL(String(input), "http://localhost"), {
            method: init?.method ?? "GET",
            headers: init?.headers,
          });
    await requireDeclared(app, asked, response);
    return response;
  };
  return app;
}

export type GivenApp = Awaited<ReturnType<typeof givenApp>>;
export type Client = Awaited<ReturnType<typeof givenSignedIn>>;

export async function givenPassword(agent: GivenAgent): Promise<{ email: string; password: string }> {
  passwordHash ??= hashPassword(PASSWORD);
  const hash = await passwordHash;
  await testDatabase().company(agent.companyId, (tx) =>
    tx.update(schema.users).set({ passwordHash: hash }).where(eq(schema.users.id, agent.id)),
  );
  return { email: `${agent.id}@teste.example`, password: PASSWORD };
}

/** Signs the agent in over HTTP and returns a client with that session. */
export async function givenSignedIn({ app }: Pick<GivenApp, "app">, agent: GivenAgent) {
  const credentials = await givenPassword(agent);
  const answer = await app.request("/auth/login", json("POST", credentials));
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status} ${await answer.text()}`);
  const { token } = await answer.json();
  const cookie = (answer.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
  const headers = { authorization: `Bearer ${token}`, cookie };
  return {
    token,
    cookie,
    headers,
    request: (path: string, init: RequestInit = {}) =>
      app.request(path, { ...init, headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) } }),
    async get(path: string) {
      const response = await app.request(path, { headers });
      return { status: response.status, body: await response.json() };
    },
    async send(method: string, path: string, body?: unknown) {
      const init = body === undefined ? { method, headers: {} } : json(method, body);
      const response = await app.request(path, { ...init, headers: { ...init.headers, ...headers } });
      const text = await response.text();
      return { status: response.status, body: text ? JSON.parse(text) : null };
    },
  };
}

export function json(method: string, body: unknown) {
  return { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}
