import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { hash } from "@node-rs/argon2";
import { freePort, migrate, startEmbeddedPostgres } from "../db/index.ts";
import { readBackupPlan } from "../domain/account/backups/index.ts";
import { DEMO_PASSWORD, demoAccounts } from "../domain/account/users/index.ts";
import {
  ConfigError,
  keepFilesPrivate,
  readSecretKey,
  readSwitch,
  refusePublicSandbox,
} from "../outside/environment/index.ts";
import { openFileStore, readFilesAddress } from "../outside/file-store/index.ts";
import { buildIfNeeded } from "./build.ts";
import { databaseFromEnvironment } from "./database-urls.ts";
import { keepSandboxMail } from "./demo/mail-server.ts";
import { seedDemo } from "./demo/seed-demo.ts";
import { type Environment, startProgram, watchParents } from "./processes/program.ts";
import { type Balancer, startRoundRobin } from "./processes/round-robin.ts";
import { type Running, type Supervised, supervise } from "./processes/supervise.ts";

const root = new URL("..", import.meta.url).pathname;
const dataDir = resolve(process.env.DATA_DIR ?? "./.data");
const host = process.env.HOST ?? "127.0.0.1";
const port = process.env.PORT ?? "3000";
/** Number of api and of connector processes; more than one run behind a round-robin proxy. */
const processes = Math.max(1, Number(process.env.PROCESSES ?? 1) || 1);
/** Postgres and the sandbox, which the others need, in start order; then all others. */
const needed: Supervised<unknown>[] = [];
const others: Supervised<unknown>[] = [];
const ending = new AbortController();
const report = (text: string) => console.error(text);
let sandboxOn = true;
let balancer: Balancer | undefined;

type Addresses = { url: string; ownerUrl: string };
type ReadyInfo = Record<string, unknown>;

async function start(): Promise<void> {
  sandboxOn = readSwitch("SANDBOX", process.env.SANDBOX, true);
  const mayBePublic = readSwitch("SANDBOX_PUBLIC", process.env.SANDBOX_PUBLIC);
  refusePublicSandbox({ host, isOn: sandboxOn, mayBePublic });
  buildIfNeeded();
  keepFilesPrivate(dataDir);
  const { url: databaseUrl, ownerUrl } = databaseFromEnvironment(process.env) ?? (await embedded());
  mkdirSync(dataDir, { recursive: true });
  await migrate(ownerUrl, databaseUrl);
  if (sandboxOn)
    await seedDemo(databaseUrl, {
      passwordHash: await hash(DEMO_PASSWORD),
      files: openFileStore(readFilesAddress(process.env, dataDir), dataDir),
    });

  const env: Environment = {
    DATABASE_URL: databaseUrl,
    // Only processes that read every company's rows get the owner's address.
    DATABASE_OWNER_URL: undefined,
    DATA_DIR: dataDir,
    SECRET_KEY: secretKey(),
    SANDBOX: sandboxOn ? "1" : "0",
    LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
    PORT: port,
  };
  let sandbox: ReadyInfo | undefined;
  if (sandboxOn) {
    sandbox = await keepRunning("sandbox", "sandbox/main.ts", {
      ...env,
      DATABASE_OWNER_URL: ownerUrl,
      SANDBOX_PORT: "0",
      SANDBOX_WS_PORT: "0",
      SANDBOX_SMTP_PORT: "0",
    });
    Object.assign(env, {
      SANDBOX_URL: String(sandbox.httpUrl),
      SANDBOX_WS_URL: String(sandbox.wsUrl),
      FLOW_ALLOW: [process.env.FLOW_ALLOW, sandbox.httpUrl].filter(Boolean).join(","),
      SANDBOX_CA: String(sandbox.caPath),
      ...(process.env.GRAPH_URL ? {} : metaOf(sandbox)),
      MAIL_ALLOW: [process.env.MAIL_ALLOW, new URL(String(sandbox.smtpUrl)).host].filter(Boolean).join(","),
      ...(process.env.SMTP_URL ? {} : { SMTP_URL: String(sandbox.smtpUrl), MAIL_FROM: "Balcão <balcao@demo.example>" }),
      ...(process.env.AI_URL ? {} : aiOf(sandbox)),
      ...(takesRealPayments() ? {} : paymentsOf(sandbox)),
    });
  }
  if (sandbox) await keepSandboxMail(databaseUrl, String(sandbox.smtpUrl));
  const [url] = await Promise.all([
    startApis(env),
    // Mails link to the application; a port of 0 is not known yet.
    ...each((name) =>
      keepRunning(`connector${name}`, "connector/main.ts", {
        ...env,
        PUBLIC_URL: process.env.PUBLIC_URL ?? (port === "0" ? "" : `http://${host}:${port}`),
      }),
    ),
  ]);
  if (readBackupPlan(process.env))
    await keepRunning("backup", "bin/backup-plan/main.ts", { ...env, DATABASE_OWNER_URL: ownerUrl });
  if (sandbox && !process.env.GRAPH_URL) await registerWebhook(sandbox, url);
  if (sandbox) await registerPaymentWebhooks(sandbox, url);
  if (sandbox) await pairDemo(String(sandbox.httpUrl));
  announce(url);
}

/**
 * Returns the settings of the stand-in for Meta: programs call it directly, users reach its login at our own address.
 */
function metaOf(sandbox: Record<string, unknown>): Record<string, string> {
  return {
    GRAPH_URL: `${sandbox.httpUrl}/sandbox/meta`,
    FACEBOOK_LOGIN_URL: "/sandbox/meta",
    FACEBOOK_APP_ID: String(sandbox.metaAppId),
    FACEBOOK_APP_SECRET: String(sandbox.metaAppSecret),
    FACEBOOK_VERIFY_TOKEN: String(sandbox.metaVerifyToken),
  };
}

/** Registers our webhook at the stand-in, like the one-time setting of an app at Meta. */
async function registerWebhook(sandbox: Record<string, unknown>, url: string): Promise<void> {
  const webhook = { url: `${url}/webhooks/meta`, verifyToken: String(sandbox.metaVerifyToken) };
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(webhook) };
  const { ok } = await fetch(`${sandbox.httpUrl}/sandbox/meta/webhook`, init);
  if (!ok) throw new Error("the stand-in for Meta refused our webhook");
}

/** Returns the settings of the stand-in for an AI server, the platform's own and one that a company may name. */
function aiOf({ httpUrl, aiKey, aiModel }: Record<string, unknown>): Record<string, string> {
  const allowed = [process.env.AI_ALLOW, httpUrl].filter(Boolean).join(",");
  return {
    AI_URL: `${httpUrl}/sandbox/ai/v1`,
    AI_KEY: String(aiKey),
    AI_MODEL: String(aiModel),
    AI_ALLOW: allowed,
    AI_PER_MINUTE: "60",
  };
}

/** True when the operator has set variables of a payment provider; the stand-ins are off then. */
function takesRealPayments(): boolean {
  return Object.keys(process.env).some((name) => /^(EFI|STRIPE|ASAAS|MERCADOPAGO|PIX)_/.test(name));
}

/** Returns the settings of the stand-ins for the payment providers, and of the static Pix. */
function paymentsOf(sandbox: Record<string, unknown>): Record<string, string> {
  const pix = { PIX_KEY: "financeiro@balcao.example", PIX_NAME: "Balcao", PIX_CITY: "Belo Horizonte" };
  return { ...pix, ...(sandbox.payments as Record<string, string>) };
}

/** Registers the addresses of our webhooks at the stand-ins, like the one-time setting at each provider. */
async function registerPaymentWebhooks(sandbox: Record<string, unknown>, url: string): Promise<void> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ url }) };
  const { ok } = await fetch(`${sandbox.httpUrl}/sandbox/payments/webhooks`, init);
  if (!ok) throw new Error("the stand-ins for the payment providers refused our webhooks");
}

/** Starts the apis and returns their public address. */
async function startApis(env: Environment): Promise<string> {
  if (processes === 1) return String((await keepRunning("api", "api/main.ts", env)).url);
  const ready = await Promise.all(
    each(async (name) =>
      keepRunning(`api${name}`, "api/main.ts", {
        ...env,
        HOST: "127.0.0.1",
        PORT: String(await freePort()),
        TRUST_PROXY: "1",
      }),
    ),
  );
  const address = { host, port: Number(port) };
  balancer = await startRoundRobin(
    address,
    ready.map(({ url }) => String(url)),
  );
  return balancer.url;
}

function each<T>(begin: (name: string) => T): T[] {
  return Array.from({ length: processes }, (_, place) => begin(processes === 1 ? "" : ` ${place + 1}`));
}

function keep<T>(name: string, begin: (before: T | undefined) => Promise<Running<T>>): Promise<T> {
  const one = supervise(name, begin, { ending: ending.signal, report });
  (name === "postgres" || name === "sandbox" ? needed : others).push(one);
  return one.ready;
}

/** Keeps the embedded Postgres running; a restart uses the same port, so that the others still find it. */
function embedded(): Promise<Addresses> {
  return keep<Addresses>("postgres", async (before) => {
    const server = await startEmbeddedPostgres(dataDir, { port: before && Number(portOf(before.url)) });
    return { readyInfo: server, ended: server.ended.then(() => "ended"), stop: server.stop };
  });
}

function keepRunning(name: string, file: string, env: Environment): Promise<ReadyInfo> {
  return keep<ReadyInfo>(name, async (before) => {
    // A restart uses the same ports, so that the others still find it.
    const ports =
      before && name === "sandbox"
        ? {
            SANDBOX_PORT: portOf(before.httpUrl),
            SANDBOX_WS_PORT: portOf(before.wsUrl),
            SANDBOX_SMTP_PORT: portOf(before.smtpUrl),
          }
        : {};
    const program = startProgram(name, join(root, file), { ...env, ...ports });
    const giveUp = () => void program.stop();
    ending.signal.addEventListener("abort", giveUp);
    const readyInfo = await program.ready.finally(() => ending.signal.removeEventListener("abort", giveUp));
    return { readyInfo, ended: program.ended, stop: program.stop };
  });
}

const portOf = (url: unknown) => new URL(String(url)).port;

/** Connects the demo's number by a real QR scan at the first start. */
async function pairDemo(sandboxUrl: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`${sandboxUrl}/sandbox/connections`);
    const connections = (await answer.json()) as { id: string; name: string; number: string; status: string }[];
    const demo = connections.find((connection) => connection.name === "Loja Savassi");
    if (!demo || demo.status === "CONNECTED" || (demo.number && demo.status === "DISCONNECTED")) return;
    if (demo.status === "qrcode") await fetch(`${sandboxUrl}/sandbox/connections/${demo.id}/scan`, { method: "POST" });
    await pause(150);
  }
}

/** Returns SECRET_KEY, or a key created at the first start and stored beside the data it protects. */
function secretKey(): string {
  if (process.env.SECRET_KEY !== undefined) return readSecretKey(process.env.SECRET_KEY);
  const file = join(dataDir, "secret-key");
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600 });
  return readSecretKey(readFileSync(file, "utf8"));
}

function announce(url: string): void {
  console.log(`\nBalcão está aberto em ${url}\n`);
  if (!sandboxOn) return;
  console.log(`  ${demoAccounts.admin}    Marina Duarte, administra a Olaria Serra Azul`);
  console.log(`  ${demoAccounts.ana}      Ana Prado, fila Vendas`);
  console.log(`  ${demoAccounts.bia}      Bia Nogueira, fila Suporte`);
  console.log(`  ${demoAccounts.other}   a outra empresa`);
  console.log(`  senha de todos: ${DEMO_PASSWORD}\n`);
  console.log(`  ${url}/sandbox        o celular do cliente`);
  console.log(`  ${url}/sandbox/mail   os e-mails enviados\n`);
}

/** Stops everything, dependents first. */
async function stopAll(code: number): Promise<void> {
  if (ending.signal.aborted) return;
  ending.abort();
  await balancer?.stop();
  await Promise.all(others.map((one) => one.stop()));
  for (const one of needed.reverse()) await one.stop();
  process.exit(code);
}

function fail(error: unknown): void {
  if (ending.signal.aborted) return;
  console.error(error instanceof ConfigError ? error.message : error);
  void stopAll(1);
}

process.on("SIGINT", () => void stopAll(0));
process.on("SIGTERM", () => void stopAll(0));
process.on("SIGHUP", () => void stopAll(0));
watchParents(() => void stopAll(0));
start().catch(fail);
