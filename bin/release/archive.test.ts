import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import postgres from "postgres";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { applicationUrl, freePort } from "../../db/index.ts";

const root = resolve(import.meta.dirname, "../..");
const { version, dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
/** The user of the Dockerfile, when root runs the test: the unpacked release belongs to root. */
const user = process.getuid?.() === 0 ? { uid: 10_001, gid: 10_001 } : {};
const account = { email: "marina@loja.example", password: "Serra-Azul-2026!" };

/** Creates an empty database; returns its addresses. */
async function emptyDatabase(name: string) {
  const shared = inject("ownerUrl");
  const admin = postgres(shared, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  onTestFinished(async () => {
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  });
  const ownerUrl = Object.assign(new URL(shared), { pathname: `/${name}` }).href;
  return { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: applicationUrl(ownerUrl) };
}

/**
 * A folder with a bare Debian, of `debootstrap --variant=minbase bookworm FOLDER`: the release runs in it, without any
 * program or library of this machine. Needs root.
 */
const bareSystem = process.env.BARE_SYSTEM;

/** Unpacks an archive that the release command made, in an empty folder, with an empty HOME and a folder for data. */
function unpack() {
  const folder = mkdtempSync(join(bareSystem ? join(bareSystem, "tmp") : tmpdir(), "balcao-release-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const made = spawnSync(process.execPath, [join(root, "bin/release.ts"), folder], { encoding: "utf8" });
  expect(made, made.stderr).toMatchObject({ status: 0 });
  const archive = join(folder, `balcao-${version}.tar.gz`);
  const names = spawnSync("tar", ["-tzf", archive], { encoding: "utf8", maxBuffer: 2 ** 26 })
    .stdout.trim()
    .split("\n");
  expect(spawnSync("tar", ["-xzf", archive, "-C", folder]).status).toBe(0);
  for (const own of ["home", "data"]) {
    mkdirSync(join(folder, own), { mode: 0o700 });
    if (user.uid) chownSync(join(folder, own), user.uid, user.gid);
  }
  const inside = bareSystem ? folder.slice(bareSystem.length) : folder;
  const at = join(inside, `balcao-${version}`);
  return { names, home: join(inside, "home"), data: join(inside, "data"), program: join(at, "bin/balcao"), at };
}

/** The command, arguments and options that run a program of the archive as its user, in the bare system if there is one. */
function command(program: string, args: string[]): [string, string[], typeof user] {
  if (!bareSystem) return [program, args, user];
  return ["/usr/sbin/chroot", [`--userspec=${user.uid}:${user.gid}`, bareSystem, program, ...args], {}];
}

/** Waits until the address answers 200. */
const answers = (url: string, init?: RequestInit): Promise<Response> =>
  vi.waitFor(
    async () => {
      const answer = await fetch(url, init);
      if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
      return answer;
    },
    { interval: 100 },
  );

test.skipIf(!process.env.RELEASE_ARCHIVES)(
  "the archive starts by its own Node in an empty home, signs a user in, stops, backs up and restores",
  { timeout: 300_000 },
  async () => {
    const { names, home, data, program, at } = unpack();
    // The README of a release is packed in the place of its own folder.
    const inOrder = names.filter((name) => !name.endsWith(`-${version}/README.md`));
    expect(inOrder).toEqual(inOrder.toSorted());
    const PORT = String(await freePort());
    const STATUS_PORT = String(await freePort());
    const production = { SECRET_KEY: "kVb8-2mQz-7LwT-r4Xc-9HsP-1yNd-6GfJ", PUBLIC_URL: "https://desk.example" };
    const env = {
      PATH: "/usr/bin:/bin",
      HOME: home,
      DATA_DIR: data,
      LOG_LEVEL: "warn",
      PORT,
      STATUS_PORT,
      ...production,
    };
    function run(args: string[], more: object = {}): SpawnSyncReturns<string> {
      const [file, given, options] = command(program, args);
      return spawnSync(file, given, { ...options, env: { ...env, ...more }, encoding: "utf8" });
    }
    const ready = `http://127.0.0.1:${PORT}/ready`;

    expect(run(["dance"])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/no such command: dance[\s\S]+first-run/),
    });
    expect(run(["start"])).toMatchObject({ status: 1, stderr: expect.stringContaining("DATABASE_URL is missing") });
    expect(run(["migrate"]).stderr).toContain("DATABASE_URL and DATABASE_OWNER_URL are missing");
    expect(run(["backup", join(data, "none")]).stderr).toContain("This installation has no embedded Postgres");

    const first = await emptyDatabase("release_first");
    expect(run(["migrate"], first)).toMatchObject({ status: 0 });
    const company = ["--company", "Olaria", "--name", "Marina", "--email", account.email];
    expect(run(["first-run", ...company], { ...first, PASSWORD: account.password })).toMatchObject({ status: 0 });

    async function withDesk(databaseUrl: string, work: (url: string) => Promise<void>) {
      const [file, given, options] = command(program, ["start"]);
      const desk = spawn(file, given, {
        ...options,
        env: { ...env, DATABASE_URL: databaseUrl },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = new Promise((done) => desk.once("exit", (code, signal) => done(signal ?? code)));
      try {
        await answers(ready);
        await answers(`http://127.0.0.1:${STATUS_PORT}/ready`);
        await work(`http://127.0.0.1:${PORT}`);
      } finally {
        desk.kill("SIGTERM");
      }
      expect(await ended).toBe(0);
      expect(run(["health"]).status).toBe(1);
    }
    async function signIn(url: string) {
      const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(account) };
      const answer = await fetch(`${url}/auth/login`, init);
      expect(answer.status).toBe(200);
      const { token } = (await answer.json()) as { token: string };
      const users = await fetch(`${url}/users`, { headers: { authorization: `Bearer ${token}` } });
      expect(await users.text()).toContain(account.email);
    }

    await withDesk(first.DATABASE_URL, async (url) => {
      expect(run(["health"])).toMatchObject({ status: 0 });
      expect(run(["health", `http://127.0.0.1:${STATUS_PORT}/ready`])).toMatchObject({ status: 0 });
      await signIn(url);
      const page = await (await fetch(`${url}/tickets`, { headers: { accept: "text/html" } })).text();
      const [script = ""] = /\/assets\/[^"]+\.js/.exec(page) ?? [];
      expect((await fetch(`${url}${script}`)).status).toBe(200);
      expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
      expect((await fetch(`${url}/docs`)).status).toBe(200);
    });

    const backup = join(data, "backup");
    expect(run(["backup", backup], first)).toMatchObject({ status: 0 });
    const second = await emptyDatabase("release_second");
    const other = { ...second, DATA_DIR: join(data, "second") };
    const restored = run(["restore", backup], other);
    expect(restored, restored.stderr).toMatchObject({ status: 0 });
    expect(run(["migrate"], other)).toMatchObject({ status: 0 });
    await withDesk(second.DATABASE_URL, signIn);

    const importAll = `for (const name of ${JSON.stringify(Object.keys(dependencies))}) {
      const at = await import("node:fs").then(({ existsSync }) => existsSync("node_modules/" + name + "/package.json"));
      if (at && !/^(node|@fontsource.*)$/.test(name)) await import(name);
    }`;
    const args = ["-C", at, join(at, "node_modules/node/bin/node"), "--input-type=module", "-e", importAll];
    const [file, given, options] = command("/usr/bin/env", args);
    const imported = spawnSync(file, given, { ...options, env, encoding: "utf8" });
    expect(imported, imported.stderr).toMatchObject({ status: 0 });
  },
);
