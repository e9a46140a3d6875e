import { execFileSync, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { startProgram } from "../../bin/processes/program.ts";
import { applicationUrl, freePort, migrate, openDatabase } from "../../db/index.ts";
import { createDatabase, dropDatabase } from "../../db/testing/cluster-database.ts";
import { WhatsAppEmulator } from "../../sandbox/index.ts";
import { linkPhone, openEmulatorClient, SECRET_KEY, seedCompany, signIn } from "./desk.ts";
import { openPhones } from "./phones.ts";

const root = join(import.meta.dirname, "../..");
const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();

/** Returns the commit before the newest migration; HEAD while that is not committed. Null: a clone without the history. */
function formerCommit(): string | null {
  const { entries } = JSON.parse(readFileSync(join(root, "db/migrations/meta/_journal.json"), "utf8"));
  try {
    const added = git("log", "-1", "--format=%H", "--diff-filter=A", "--", `db/migrations/${entries.at(-1).tag}.sql`);
    return added ? git("rev-parse", "--verify", "--quiet", `${added}^`) : git("rev-parse", "HEAD");
  } catch {
    return null;
  }
}

/** Writes the files of a commit into a folder, with the packages of this clone. Null: it needs one that is not installed. */
function filesOf(commit: string): string | null {
  const folder = mkdtempSync(join(tmpdir(), "balcao-former-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 2 ** 30 });
  expect(spawnSync("tar", ["-x", "-C", folder], { input: archive }).status).toBe(0);
  const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const isInstalled = (name: string) => existsSync(join(root, "node_modules", name));
  if (!Object.keys(dependencies).every(isInstalled)) return null;
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

const former = formerCommit();
if (!former) console.log("versions: left out, because this clone does not have the history");

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "balcao-versions-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, "files"));
  return folder;
}

const runProgram = (file: string, env: Record<string, string | undefined>) =>
  spawnSync(process.execPath, [file], {
    env: { ...process.env, DATA_DIR: dataFolder(), SECRET_KEY, SANDBOX: "1", PORT: "0", LOG_LEVEL: "fatal", ...env },
    encoding: "utf8",
  });

/** Creates a database that the former version has migrated, as it is at every update. */
async function givenFormerDatabase(folder: string): Promise<{ url: string; ownerUrl: string }> {
  const name = `former_${randomUUID().slice(0, 8)}`;
  const ownerUrl = await createDatabase(inject("ownerUrl"), name);
  onTestFinished(() => dropDatabase(inject("ownerUrl"), name));
  const url = applicationUrl(ownerUrl);
  const migrated = runProgram(join(folder, "bin/migrate.ts"), { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl });
  expect(migrated, migrated.stderr).toMatchObject({ status: 0 });
  return { url, ownerUrl };
}

test.skipIf(!former)(
  "programs of the former version sign in, receive and answer on the new schema",
  async (context) => {
    const folder = filesOf(former ?? "");
    if (!folder) return context.skip("the former version needs a package that is not installed");
    const { ownerUrl, url } = await givenFormerDatabase(folder);
    await migrate(ownerUrl);
    const database = openDatabase(url, { max: 4, name: "tests, versions" });
    const ownerSql = postgres(ownerUrl, { max: 1, onnotice: () => {} });
    const emulator = await WhatsAppEmulator.start({ autoDeliver: true });
    const port = String(await freePort());
    const env = {
      ...{ DATABASE_URL: url, DATABASE_OWNER_URL: undefined, DATA_DIR: dataFolder(), SANDBOX: "1", SECRET_KEY },
      ...{ LOG_LEVEL: "silent", SANDBOX_WS_URL: emulator.url, SANDBOX_CA: emulator.media.caPath, PORT: port },
    };
    const programs = ["api", "connector"].map((name) => startProgram(name, join(folder, name, "main.ts"), env));
    onTestFinished(async () => {
      await Promise.all(programs.map((program) => program.stop()));
      await emulator.stop();
      await ownerSql.end();
      await database.close();
    });
    await Promise.all(programs.map(({ ready }) => ready));

    const desk = await seedCompany(database, "anterior");
    const account = emulator.createAccount({ name: "Loja anterior" });
    const client = openEmulatorClient(emulator, () => [{ ...desk, number: account.phone }]);
    const phones = openPhones(client, desk.connectionId);
    await ownerSql.notify("balcao_connections", JSON.stringify(desk));
    await linkPhone(ownerSql, desk, account);
    const call = await signIn((path, init) => fetch(`http://127.0.0.1:${port}${path}`, init), desk.agentIds[0]);

    const customer = "5531977776666";
    await phones.write(customer, { body: "Bom dia, está aberto?" });
    const ticket = await vi.waitFor(async () => {
      const { tickets } = await (await call("/tickets?showAll=true&status=pending")).json();
      expect(tickets).toMatchObject([{ lastMessage: "Bom dia, está aberto?" }]);
      return tickets[0] as { id: string };
    });
    await call(`/messages/${ticket.id}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ body: "Sim, até as 18 h." }),
    });
    const answers = async () =>
      (await phones.messages(customer)).filter(({ body }) => body.endsWith("Sim, até as 18 h."));
    await vi.waitFor(async () => expect(await answers()).toMatchObject([{ receivedCount: 1 }]));
  },
);

test.skipIf(!former)("programs of this version refuse to start on the former schema", async (context) => {
  const folder = filesOf(former ?? "");
  if (!folder) return context.skip("the former version needs a package that is not installed");
  const urls = await givenFormerDatabase(folder);
  const owned = { DATABASE_URL: urls.url, DATABASE_OWNER_URL: urls.ownerUrl };
  const unprivileged = { DATABASE_URL: urls.url, DATABASE_OWNER_URL: undefined };
  for (const [program, env] of [
    ["api", unprivileged],
    ["connector", unprivileged],
    ["bin/backup-plan", { ...owned, BACKUP_DIR: dataFolder() }],
  ] as const) {
    const started = runProgram(join(root, program, "main.ts"), env);
    expect([program, started.status, started.stderr]).toEqual([
      program,
      1,
      expect.stringContaining("The database is of an older version than this program"),
    ]);
  }
});
