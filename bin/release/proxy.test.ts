import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { freePort } from "../../db/index.ts";
import { openOwnDatabase } from "../../db/testing/own-database.ts";
import { startProgram } from "../processes/program.ts";

const root = resolve(import.meta.dirname, "../..");
const caddyfile = readFileSync(join(root, "ops/proxy/Caddyfile"), "utf8");
const hasCaddy = spawnSync("caddy", ["version"]).status === 0;
const account = { email: "marina@loja.example", password: "Serra-Azul-2026!" };

/** Starts two apis on one database with one user, and returns their programs and ports. */
async function startApis(folder: string) {
  const own = await openOwnDatabase();
  onTestFinished(() => own.drop());
  const env = {
    DATABASE_URL: own.url,
    DATA_DIR: folder,
    SECRET_KEY: "a key for this test only, long enough",
    PUBLIC_URL: "https://localhost",
    TRUST_PROXY: "1",
    LOG_LEVEL: "error",
  };
  const company = ["--company", "Olaria", "--name", "Marina", "--email", account.email];
  const made = spawnSync(process.execPath, [join(root, "bin/first-run.ts"), ...company], {
    env: { ...process.env, ...env, DATABASE_OWNER_URL: own.ownerUrl, PASSWORD: account.password },
    encoding: "utf8",
  });
  expect(made, made.stderr).toMatchObject({ status: 0 });
  const apis = [1, 2].map((at) => startProgram(`api ${at}`, join(root, "api/main.ts"), { ...env, PORT: "0" }));
  onTestFinished(async () => void (await Promise.all(apis.map((api) => api.stop()))));
  return Promise.all(apis.map(async (program) => ({ program, port: Number((await program.ready).port) })));
}

/**
 * Starts Caddy with the file of the release before these apis, with a certificate of its own authority and without its
 * redirects on port 80. Returns a function that sends a request, and answers with the first part of the body.
 */
async function startProxy(folder: string, ports: number[]) {
  const port = await freePort();
  const own = [
    "admin off",
    "skip_install_trust",
    "auto_https disable_redirects",
    `storage file_system ${folder}/certificates`,
  ];
  const [first, second] = ports.map((one) => `127.0.0.1:${one}`);
  const text = caddyfile.replace("api-1:3000 api-2:3000", `${first} ${second}`);
  expect(text).not.toBe(caddyfile);
  const file = join(folder, "Caddyfile");
  writeFileSync(file, `{\n${own.join("\n")}\n}\n${text}`);
  const env = { ...process.env, DOMAIN: `localhost:${port}`, HOME: folder };
  const caddy = spawn("caddy", ["run", "--adapter", "caddyfile", "--config", file], { env, stdio: "ignore" });
  const ended = new Promise((done) => caddy.once("exit", done));
  onTestFinished(async () => {
    caddy.kill("SIGTERM");
    await ended;
  });
  const authority = await vi.waitFor(() => readFileSync(join(folder, "certificates/pki/authorities/local/root.crt")), {
    interval: 100,
  });
  type Init = { method?: string; headers?: Record<string, string>; body?: string };
  return (path: string, { method = "GET", headers = {}, body }: Init = {}) =>
    new Promise<{ status: number; text: string }>((done, fail) => {
      const sent = request({ host: "localhost", port, path, method, headers, ca: authority }, (answer) => {
        answer.setEncoding("utf8");
        const finish = (text: string) => {
          done({ status: answer.statusCode ?? 0, text });
          sent.destroy();
        };
        answer.once("data", finish).once("end", () => finish(""));
      });
      sent.once("error", fail).end(body);
    });
}

test.skipIf(!process.env.RELEASE_ARCHIVES || !hasCaddy)(
  "the proxy of the release serves two apis: sign-in, streams, no metrics, and one api that has ended",
  { timeout: 180_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "balcao-proxy-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const apis = await startApis(folder);
    const send = await startProxy(
      folder,
      apis.map(({ port }) => port),
    );
    await vi.waitFor(async () => expect(await send("/ready")).toMatchObject({ status: 200 }), { interval: 200 });

    const json = { "content-type": "application/json" };
    const signedIn = await send("/auth/login", { method: "POST", headers: json, body: JSON.stringify(account) });
    expect(signedIn).toMatchObject({ status: 200 });
    const authorization = `Bearer ${JSON.parse(signedIn.text).token}`;

    // The first event passes while the stream goes on.
    const stream = await send("/events", { headers: { authorization, accept: "text/event-stream" } });
    expect(stream).toMatchObject({ status: 200, text: expect.stringMatching(/^(event|data|id|retry|:)/) });

    expect(await send("/metrics")).toMatchObject({ status: 404 });
    await apis[0]?.program.stop();
    const answers = await Promise.all(Array.from({ length: 12 }, () => send("/users", { headers: { authorization } })));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  },
);
