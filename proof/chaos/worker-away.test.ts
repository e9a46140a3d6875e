import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { givenApp, givenPassword } from "../../api/testing/given-app.ts";
import { givenDueCompany, givenOwnership } from "../../connector/testing/given-ownership.ts";
import { testNow } from "../../contracts/testing/clock.ts";
import { type GivenAgent, givenAgent, givenContact, givenPhoneNumber, giveTo } from "../../db/testing/given.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { createCampaign, startCampaign } from "../../domain/marketing/campaigns/index.ts";
import { allowCampaigns, campaignInput, givenList } from "../../domain/marketing/campaigns/testing/given-campaign.ts";
import { rememberPhonebook } from "../../domain/marketing/contact-imports/index.ts";
import { fillList, insertItems } from "../../domain/marketing/contact-lists/index.ts";
import { acting, atDesk } from "../../domain/testing.ts";

/** The folder of the Citus cluster at TEST_DATABASE_URL, as `npm run test:citus` starts it: a node of it is killed. */
const kit = process.env.TEST_CITUS_FOLDER;
const why = kit ? "" : " (skipped: npm run test:citus runs it)";

let own: OwnDatabase;
let owner: postgres.Sql;
beforeAll(async () => {
  if (!kit) return;
  own = await openOwnDatabase();
  owner = postgres(own.ownerUrl, { max: 1, onnotice: () => {} });
  giveTo(own.database);
}, 300_000);
afterAll(async () => {
  if (!kit) return;
  await startWorker();
  await owner?.end();
  await own?.drop();
});

const folder = `${kit}/node2`;
const PG_CTL = "/usr/lib/postgresql/15/bin/pg_ctl";
const pgCtl = (...args: string[]) =>
  execFileSync("runuser", ["-u", process.env.CITUS_USER ?? "postgres", "--", PG_CTL, "-D", folder, ...args], {
    stdio: "ignore",
  });

/** Kills the last worker, and waits until it is gone: its other processes end when they miss the first. */
async function killWorker(): Promise<void> {
  const pid = Number(readFileSync(`${folder}/postmaster.pid`, "utf8").split("\n")[0]);
  process.kill(pid, "SIGKILL");
  await expect.poll(isRunning).toBe(false);
}

function isRunning(): boolean {
  try {
    pgCtl("status");
    return true;
  } catch {
    return false; // its exit code says so
  }
}

/** Starts the last worker, if it was killed. Processes of the killed one may hold its memory for a moment. */
async function startWorker(): Promise<void> {
  await vi.waitFor(
    () => {
      if (!isRunning()) pgCtl("-l", `${folder}.log`, "-w", "start");
    },
    { timeout: 60_000, interval: 250 },
  );
}

/** A company on each of the first two nodes, with an agent. */
async function givenOnBothNodes() {
  const found = new Map<string, Awaited<ReturnType<typeof givenDueCompany>> & { agent: GivenAgent }>();
  for (let tries = 0; found.size < 2 && tries < 50; tries++) {
    const company = await givenDueCompany(own.database);
    const [place] = await owner<{ place: string }[]>`
      select place from company_places() where ${company.companyId}::uuid = any (companies)`;
    const agent = await givenAgent({ companyId: company.companyId, name: "Ana" });
    if (place && !found.has(place.place)) found.set(place.place, { ...company, agent });
  }
  const away = [...found.keys()].find((place) => place.endsWith(`:${Number(new URL(inject("ownerUrl")).port) + 2}`));
  const up = [...found.keys()].find((place) => place !== away);
  const [gone, staying] = [found.get(away ?? ""), found.get(up ?? "")];
  if (!away || !gone || !staying) throw new Error(`companies are on ${[...found.keys()]} only`);
  return { away, gone, staying };
}

test.skipIf(!kit)(
  `while a node is away, the companies of the others go on${why}`,
  async () => {
    const { away, gone, staying } = await givenOnBothNodes();
    const { app } = await givenApp();
    const signIn = async (agent: GivenAgent) => {
      const body = JSON.stringify(credentials.get(agent.id));
      const answer = await app.request("/auth/login", {
        method: "POST",
        body,
        headers: { "Content-Type": "application/json" },
      });
      return [
        answer.status,
        answer.headers.get("Retry-After"),
        answer.status === 200 ? "" : (await answer.json()).code,
      ];
    };
    const credentials = new Map([
      [gone.agent.id, await givenPassword(gone.agent)],
      [staying.agent.id, await givenPassword(staying.agent)],
    ]);
    const { ownership, transactions, work, lines, ended } = await givenOwnership(own.database);
    try {
      await expect
        .poll(() => ownership.connection(gone.connectionId) && ownership.connection(staying.connectionId), {
          timeout: 60_000,
        })
        .toBeTruthy();
      await killWorker();

      await expect.poll(() => ended.includes(gone.connectionId)).toBe(true);
      const before = (await staying.lease())?.leaseUntil ?? testNow();
      await expect.poll(async () => ((await staying.lease())?.leaseUntil ?? 0) > before).toBe(true);
      expect([ended.includes(staying.connectionId), ownership.problem]).toEqual([false, null]);
      await expect.poll(() => work().then(staying.sent)).toBe(1);
      expect(await signIn(staying.agent)).toEqual([200, null, ""]);
      expect(await signIn(gone.agent)).toEqual([503, "5", "ERR_UNAVAILABLE"]);
      expect((await app.request("/ready")).status).toBe(200);
      expect([...transactions.places.unreachable().keys()]).toEqual([away]);
      expect(lines.filter(({ event }) => event === "companies_away").map((line) => line.node)).toEqual([away]);

      await startWorker();
      await expect.poll(() => ownership.connection(gone.connectionId) !== undefined, { timeout: 60_000 }).toBe(true);
      await expect.poll(() => work().then(gone.sent), { timeout: 60_000 }).toBe(1);
      await expect.poll(() => signIn(gone.agent)).toEqual([200, null, ""]);
      expect([await staying.sent(), transactions.places.unreachable().size]).toEqual([1, 0]);
    } finally {
      await startWorker();
      await ownership.stop();
    }
  },
  300_000,
);

test.skipIf(!kit)(
  "while a node is away, people are added to lists and campaigns start for the companies of the others",
  async () => {
    const { gone, staying } = await givenOnBothNodes();
    const given = async ({ companyId, connectionId }: typeof staying) => {
      const admin = await givenAgent({ companyId, name: "Marina", profile: "admin" });
      await allowCampaigns(companyId, true);
      const { id: listId } = await givenList(companyId, []);
      const { id: contactId } = await givenContact({ companyId });
      const input = campaignInput({ listId, connectionIds: [connectionId] });
      const campaign = await acting(admin, (ctx) => createCampaign(ctx, input));
      const person = { name: "Helena", number: givenPhoneNumber(), email: "" };
      const entry = { phone: givenPhoneNumber(), lid: "77001", name: "Rui", hasChat: true };
      return {
        import: () => atDesk(companyId, (ctx) => insertItems(ctx, listId, [person])),
        fill: () => acting(admin, (ctx) => fillList(ctx, listId, { kind: "contacts", contactIds: [contactId] })),
        remember: () => atDesk(companyId, (ctx) => rememberPhonebook(ctx, connectionId, [entry])),
        start: () => acting(admin, (ctx) => startCampaign(ctx, campaign.id, { isConfirmed: true })),
      };
    };
    const [here, there] = [await given(staying), await given(gone)];
    await killWorker();
    try {
      expect(await here.import()).toHaveLength(1);
      expect(await here.fill()).toEqual({ added: 1, known: 0 });
      await here.remember();
      expect(await here.start()).toMatchObject({ status: "running" });
      await expect(there.import()).rejects.toThrow();
    } finally {
      await startWorker();
    }
  },
  120_000,
);

test.skipIf(!kit)(
  "each question about the companies of one node is answered without the other nodes",
  async () => {
    const { gone, staying } = await givenOnBothNodes();
    const questions = await owner<{ name: string; types: string[] }[]>`
      select p.proname as name, array(select format_type(t, null) from unnest(p.proargtypes) t) as types from pg_proc p
      where p.pronamespace = 'public'::regnamespace and 'companies' = any (p.proargnames[1:p.pronargs])
        and has_function_privilege('balcao_app', p.oid, 'execute')`;
    expect(questions.map(({ name }) => name)).toEqual(expect.arrayContaining(["campaign_work", "free_connections"]));
    // One value for each type of an argument.
    const values: Record<string, (id: string) => string> = {
      ...{ integer: () => "10", text: () => "'redirect'", "timestamp with time zone": () => "now()" },
      "uuid[]": (id) => `array['${id}']::uuid[]`,
    };
    const ask = async (companyId: string) => {
      const failed: string[] = [];
      for (const { name, types } of questions) {
        const args = types.map((type) => values[type]?.(companyId) ?? `a value of ${type} is missing`);
        const asked = own.database.platform.execute(sql.raw(`select ${name}(${args.join(", ")})`));
        await asked.catch((error: unknown) => failed.push(`${name}: ${(error as { cause?: unknown }).cause ?? error}`));
      }
      return failed;
    };
    await killWorker();
    try {
      expect(await ask(staying.companyId)).toEqual([]);
      expect(await ask(gone.companyId)).toHaveLength(questions.length);
    } finally {
      await startWorker();
    }
  },
  120_000,
);

test.skipIf(!kit)(
  "the coordinator finds keys without its workers",
  async () => {
    await killWorker();
    try {
      expect(await own.database.platform.execute(sql`select find_session_company('none') as id`)).toEqual([
        { id: null },
      ]);
      expect(await own.database.platform.execute(sql`select * from find_sign_in('none@teste.example')`)).toEqual([]);
    } finally {
      await startWorker();
    }
  },
  60_000,
);
