import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import postgres from "postgres";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { RESET_CODE_CHARACTERS } from "../../contracts/account/password-reset.ts";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import { openDatabase, openMetrics, schema } from "../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, testDatabase } from "../../db/testing/given.ts";
import { openMailBox } from "../../domain/account/mail/index.ts";
import { requestPasswordReset } from "../../domain/account/users/index.ts";
import { createApp } from "../app.ts";
import { deriveKeys } from "../config.ts";
import { openLogger } from "../http/logger.ts";
import { type GivenApp, givenApp, givenPassword, givenSignedIn, json } from "../testing/given-app.ts";
import { mailedCode, mailJobsTo } from "../testing/mailed-code.ts";
import { hashMailedCode } from "./mailed-code.ts";
import { askForCode } from "./password-reset.ts";

const NEW = "Jarra-azul-7";
let given: GivenApp;
let second: GivenApp;
beforeAll(async () => {
  given = await givenApp();
  second = await givenApp();
});

const emailOf = ({ id }: GivenAgent) => `${id}@teste.example`;
const code = (agent: GivenAgent) => mailedCode(given.database, given.deps.config.secrets, emailOf(agent));

function post(path: string, body?: unknown, { address = randomUUID(), app = given.app, language = "" } = {}) {
  const init = body === undefined ? { method: "POST", headers: {} } : json("POST", body);
  const headers = { ...init.headers, "x-forwarded-for": address, ...(language && { "accept-language": language }) };
  return app.request(path, { ...init, headers });
}

async function ask(email: string, options = {}): Promise<number> {
  const answer = await post(`/forgetpassword/${encodeURIComponent(email)}`, undefined, options);
  return answer.status === 200 ? (await answer.json()).status : answer.status;
}

async function reset(body: { email: string; code: string; password?: string }, options = {}) {
  const answer = await post("/auth/reset", { password: NEW, ...body }, options);
  return { status: answer.status, code: (await answer.json()).code };
}
const refused = { status: 400, code: "ERR_RESET_CODE" };
const done = { status: 200, code: undefined };

const signIn = async (email: string, password: string) =>
  (await post("/auth/login", { email, password }, { address: randomUUID() })).status;

const resetDeps = () => {
  const { secrets } = given.deps.config;
  return { database: given.database, resetKeys: deriveKeys(secrets, "password reset"), mailBox: openMailBox(secrets) };
};

/** Moves the code of an agent back in time. */
const age = ({ companyId, id }: GivenAgent, expiresAt: Date) =>
  testDatabase().company(companyId, (db) =>
    db.update(schema.passwordResets).set({ expiresAt }).where(eq(schema.passwordResets.userId, id)),
  );

describe("a code", () => {
  test("resets the password once: the old one stops working, the new one works", async () => {
    const { ana } = await givenCompany();
    const { email, password } = await givenPassword(ana);
    expect(await ask(email)).toBe(200);
    const mailed = await code(ana);
    expect(mailed).toMatch(new RegExp(`^[${RESET_CODE_CHARACTERS}]{8}$`));
    const typed = `${mailed.slice(0, 4).toLowerCase()} ${mailed.slice(4)} `;
    expect(await reset({ email, code: typed })).toEqual(done);
    expect([await signIn(email, password), await signIn(email, NEW)]).toEqual([401, 200]);
    expect(await reset({ email, code: mailed })).toEqual(refused);
  });

  test("works for every profile, with any case of the address", async () => {
    const { companyId } = await givenCompany();
    for (const profile of ["admin", "supervisor", "user"] as const) {
      const agent = await givenAgent({ companyId, name: profile, profile });
      expect(await ask(` ${emailOf(agent).toUpperCase()} `)).toBe(200);
      expect(await reset({ email: emailOf(agent).toUpperCase(), code: await code(agent) })).toEqual(done);
    }
  });

  test("is valid for 15 minutes", async () => {
    const { ana } = await givenCompany();
    const before = testTime();
    await ask(emailOf(ana));
    const [row] = await testDatabase().company(ana.companyId, (db) => db.select().from(schema.passwordResets));
    const minutes = ((row?.expiresAt.getTime() ?? 0) - before) / 60_000;
    expect(minutes).toBeGreaterThanOrEqual(15);
    expect(minutes).toBeLessThan(15.5);
    await age(ana, new Date(testTime() - 1));
    expect(await reset({ email: emailOf(ana), code: await code(ana) })).toEqual(refused);
  });

  test("stays valid after guesses of strangers, and ends after 10,000 of them", async () => {
    const { ana, bia } = await givenCompany();
    for (const [agent, guesses, end] of [
      [ana, 9_998, done],
      [bia, 9_999, refused],
    ] as const) {
      await ask(emailOf(agent));
      await testDatabase().company(agent.companyId, (db) =>
        db
          .update(schema.passwordResets)
          .set({ attempts: guesses })
          .where(and(eq(schema.passwordResets.companyId, agent.companyId), eq(schema.passwordResets.userId, agent.id))),
      );
      expect(await reset({ email: emailOf(agent), code: "AAAA2222" })).toEqual(refused);
      expect(await reset({ email: emailOf(agent), code: await code(agent) })).toEqual(end);
    }
  });

  test("stays valid after a newer one, and ends with the first that is used", async () => {
    const { ana, bia } = await givenCompany();
    for (const [agent, used] of [
      [ana, 0],
      [bia, 2],
    ] as const) {
      const codes: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        await ask(emailOf(agent));
        codes.push(await code(agent));
      }
      expect(await reset({ email: emailOf(agent), code: codes[used] ?? "" })).toEqual(done);
      for (const other of codes) expect(await reset({ email: emailOf(agent), code: other })).toEqual(refused);
    }
  });

  test("of a first access stays valid when somebody asks for a reset", async () => {
    const { ana, companyId } = await givenCompany();
    const { resetKeys, mailBox } = resetDeps();
    const codeHash = hashMailedCode(resetKeys, ana.id, "ABCD2345");
    const request = { userId: ana.id, code: "ABCD2345", codeHash, language: null, isFirstAccess: true };
    await testDatabase().company(companyId, (db) =>
      requestPasswordReset({ db, companyId, now: testNow() }, mailBox, request),
    );
    await ask(emailOf(ana));
    expect(await reset({ email: emailOf(ana), code: "ABCD2345" })).toEqual(done);
  });

  test("that has expired is deleted when the next one is mailed", async () => {
    const { ana, bia } = await givenCompany();
    await Promise.all([ask(emailOf(ana)), ask(emailOf(bia))]);
    await age(ana, new Date(testTime() - 1));
    await ask(emailOf(ana));
    const rows = await testDatabase().company(ana.companyId, (db) => db.select().from(schema.passwordResets));
    expect(rows.map(({ userId }) => userId).sort()).toEqual([ana.id, bia.id].sort());
    expect(rows.every(({ expiresAt }) => expiresAt > testNow())).toBe(true);
  });

  test("belongs to its user: the code of a colleague or of another company's user is wrong", async () => {
    const [one, other] = [await givenCompany(), await givenCompany()];
    for (const agent of [one.ana, one.bia, other.ana]) await ask(emailOf(agent));
    expect(await reset({ email: emailOf(one.ana), code: await code(one.bia) })).toEqual(refused);
    expect(await reset({ email: emailOf(one.ana), code: await code(other.ana) })).toEqual(refused);
    expect(await reset({ email: emailOf(one.ana), code: await code(one.ana) })).toEqual(done);
  });

  test("is invalid after the user or an admin has changed the password or the address", async () => {
    const { admin, ana, bia } = await givenCompany();
    const boss = await givenSignedIn(given, admin);
    await Promise.all([ask(emailOf(ana)), ask(emailOf(bia))]);
    const [ofAna, ofBia] = [await code(ana), await code(bia)];
    const moved = `${randomUUID()}@teste.example`;
    expect((await boss.send("PUT", `/users/${ana.id}`, { password: "Outra senha 7" })).status).toBe(200);
    expect((await boss.send("PUT", `/users/${bia.id}`, { email: moved, password: "" })).status).toBe(200);
    expect(await reset({ email: emailOf(ana), code: ofAna })).toEqual(refused);
    expect(await reset({ email: moved, code: ofBia })).toEqual(refused);
  });

  test("of several uses at once, exactly one succeeds", async () => {
    const { ana } = await givenCompany();
    await ask(emailOf(ana));
    const mailed = await code(ana);
    const apps = [given.app, second.app];
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, at) => reset({ email: emailOf(ana), code: mailed }, { app: apps[at % 2] })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("who gets a code", () => {
  test("nobody with an unknown address, or in a deactivated or deleted company", async () => {
    const { ana, companyId } = await givenCompany();
    expect(await ask(`ninguem-${ana.id}@teste.example`)).toBe(404);
    for (const change of [{ isActive: false }, { isActive: true, deletedAt: testNow() }]) {
      await testDatabase().company(companyId, (db) => db.update(schema.companies).set(change));
      expect(await ask(emailOf(ana))).toBe(404);
    }
    expect(await mailJobsTo(given.database, emailOf(ana))).toEqual([]);
  });

  test("a code stops working when the company is deactivated meanwhile", async () => {
    const { ana, companyId } = await givenCompany();
    await ask(emailOf(ana));
    await testDatabase().company(companyId, (db) => db.update(schema.companies).set({ isActive: false }));
    expect(await reset({ email: emailOf(ana), code: await code(ana) })).toEqual(refused);
  });

  test("an admin of a company past its due date, who has to sign in to pay", async () => {
    const { admin, companyId } = await givenCompany();
    const dueDate = new Date("2026-01-10T12:00:00Z");
    await testDatabase().company(companyId, (db) => db.update(schema.companies).set({ dueDate }));
    expect(await ask(emailOf(admin))).toBe(200);
    expect(await reset({ email: emailOf(admin), code: await code(admin) })).toEqual(done);
  });

  test("addresses that cannot exist are unknown, and no error", async () => {
    for (const email of ["x", "a\u0000b@x.example", "%", "x".repeat(2_000), "'; drop table users"])
      expect(await ask(email)).toBe(404);
  });
});

describe("limits", () => {
  test("three codes within 15 minutes for an account, over all addresses and processes, and all three are valid", async () => {
    const { ana } = await givenCompany();
    const apps = [given.app, second.app];
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => ask(emailOf(ana), { app: apps[at % 2] })));
    expect(answers.toSorted((a, b) => a - b)).toEqual([...Array(3).fill(200), ...Array(9).fill(429)]);
    expect(await mailJobsTo(given.database, emailOf(ana))).toHaveLength(3);
    expect(await reset({ email: emailOf(ana), code: await code(ana) })).toEqual(done);
  });

  test("an unknown account has the same limit, with Retry-After", async () => {
    const email = `${randomUUID()}@nobody.example`;
    expect([await ask(email), await ask(email), await ask(email)]).toEqual([404, 404, 404]);
    const answer = await post(`/forgetpassword/${email}`);
    expect([answer.status, (await answer.json()).code]).toEqual([429, "ERR_TOO_MANY_ATTEMPTS"]);
    const wait = Number(answer.headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(800);
    expect(wait).toBeLessThanOrEqual(900);
  });

  test("a stranger's address has three codes an hour for an account, and its owner asks all the same", async () => {
    const { ana } = await givenCompany();
    const email = emailOf(ana);
    const at = (minutes: number) => new Date(Date.parse("2026-05-04T12:00:00Z") + minutes * 60_000);
    const asked = async (network: string, minutes: number) =>
      askForCode(resetDeps(), { email, network, language: null }, at(minutes)).catch(({ code: refusal }) => refusal);
    const [stranger, owner] = [`${ana.id} stranger`, `${ana.id} owner`];
    // The third is refused because of the account's own limit, and counts nowhere.
    expect([await asked(owner, 0), await asked(stranger, 0), await asked(stranger, 0)]).toEqual([true, true, true]);
    expect([await asked(owner, 1), await asked(owner, 1)]).toEqual(Array(2).fill("ERR_TOO_MANY_ATTEMPTS"));
    expect(await asked(stranger, 16)).toBe(true);
    expect(await asked(stranger, 17)).toBe("ERR_TOO_MANY_ATTEMPTS");
    expect([await asked(owner, 17), await asked(owner, 18)]).toEqual([true, true]);
    expect(await asked(owner, 35)).toBe("ERR_TOO_MANY_ATTEMPTS");
    expect(await asked(stranger, 61)).toBe(true);
  });

  test("ten attempts at an account within an hour for an address: another one still has its own", async () => {
    const { ana } = await givenCompany();
    await ask(emailOf(ana));
    const address = randomUUID();
    const mailed = await code(ana);
    for (let count = 0; count < 10; count += 1)
      expect(await reset({ email: emailOf(ana), code: "AAAA2222" }, { address })).toEqual(refused);
    expect((await reset({ email: emailOf(ana), code: mailed }, { address })).status).toBe(429);
    expect(await reset({ email: emailOf(ana), code: mailed })).toEqual(done);
  });

  test("an unknown account has the same limit of attempts", async () => {
    const [address, email] = [randomUUID(), `${randomUUID()}@nobody.example`];
    for (let count = 0; count < 10; count += 1)
      expect(await reset({ email, code: "AAAA2222" }, { address })).toEqual(refused);
    expect((await reset({ email, code: "AAAA2222" }, { address })).status).toBe(429);
  });

  test("the addresses of one IPv6 /64 are one", async () => {
    const { ana } = await givenCompany();
    const prefix = `2001:db8:${ana.id.slice(0, 4)}:${ana.id.slice(24, 28)}`;
    await ask(emailOf(ana));
    for (let count = 1; count <= 10; count += 1)
      expect(await reset({ email: emailOf(ana), code: "AAAA2222" }, { address: `${prefix}::${count}` })).toEqual(
        refused,
      );
    expect((await reset({ email: emailOf(ana), code: "AAAA2222" }, { address: `${prefix}::ff` })).status).toBe(429);
  });

  test("20 codes and 50 attempts within an hour for an address", async () => {
    const address = randomUUID();
    for (let count = 0; count < 20; count += 1) expect(await ask(`${randomUUID()}@x.example`, { address })).toBe(404);
    expect(await ask(`${randomUUID()}@x.example`, { address })).toBe(429);
    const guess = () => ({ email: `${randomUUID()}@x.example`, code: "AAAA2222" });
    for (let count = 0; count < 50; count += 1) expect(await reset(guess(), { address })).toEqual(refused);
    expect((await reset(guess(), { address })).status).toBe(429);
  });

  test("a wrong code and an unknown address cannot be told apart", async () => {
    const { ana } = await givenCompany();
    await ask(emailOf(ana));
    const bodies = [emailOf(ana), `${randomUUID()}@x.example`].map((email) => ({
      ...{ email, code: "AAAA2222", password: NEW },
    }));
    const answers = await Promise.all(bodies.map((body) => post("/auth/reset", body)));
    const [first, last] = await Promise.all(answers.map((answer) => answer.text()));
    expect(first).toBe(last);
  });

  test("a reset ends the waiting time of the sign-in", async () => {
    const { ana } = await givenCompany();
    const { email } = await givenPassword(ana);
    for (let failure = 0; failure < 11; failure += 1) await signIn(email, "wrong");
    expect(await signIn(email, NEW)).toBe(429);
    await ask(email);
    await reset({ email, code: await code(ana) });
    expect(await signIn(email, NEW)).toBe(200);
  });
});

describe("a weak input", () => {
  test.each([
    ["password", { password: "Jarra-7" }],
    ["password", { password: "jarra-azul-7" }],
    ["password", { password: "Senha123" }],
    ["password", { password: `Jarra7${"x".repeat(123)}` }],
    ["code", { code: "AAAA222" }],
    ["code", { code: "" }],
    ["email", { email: "" }],
  ])("is refused at %s and costs no attempt: %j", async (field, change) => {
    const { ana } = await givenCompany();
    await ask(emailOf(ana));
    const answer = await post("/auth/reset", { email: emailOf(ana), code: "AAAA2222", password: NEW, ...change });
    expect([answer.status, Object.keys((await answer.json()).fields)]).toEqual([400, [field]]);
    const [row] = await testDatabase().company(ana.companyId, (db) => db.select().from(schema.passwordResets));
    expect(row?.attempts).toBe(0);
  });
});

describe("the specified path with the password", () => {
  const path = (email: string, token: string, password: string) =>
    `/resetpasswords/${[email, token, password].map(encodeURIComponent).join("/")}`;

  test("resets the password, also one with signs that an address escapes", async () => {
    const { ana } = await givenCompany();
    const password = "Jarra/7 ?#%+ã";
    await ask(emailOf(ana));
    const answer = await post(path(emailOf(ana), await code(ana), password));
    expect(answer.status).toBe(200);
    expect(await signIn(emailOf(ana), password)).toBe(200);
  });

  test("appears in no log: reset, wrong code, weak password, unknown path, error, no database", async () => {
    const lines: string[] = [];
    const logger = openLogger("trace", { write: (line) => lines.push(line) });
    const own = await givenApp({}, logger);
    const nowhere = openDatabase("postgres://nobody@127.0.0.1:1/none", { max: 1 });
    const away = createApp({ ...own.deps, database: nowhere, metrics: openMetrics(nowhere) });
    const { ana } = await givenCompany();
    const secret = "Jarra-muito-secreta-7";
    await ask(emailOf(ana), { app: own.app });
    const mailed = await code(ana);
    const options = { app: own.app };
    const statuses = [
      await post(path(emailOf(ana), "AAAA2222", secret), undefined, options),
      await post(path(emailOf(ana), mailed, secret.toLowerCase()), undefined, options),
      await post(`${path(emailOf(ana), mailed, secret)}/more`, undefined, options),
      await own.app.request(path(emailOf(ana), mailed, secret)),
      await post(path(emailOf(ana), mailed, secret), undefined, { app: away }),
      await post("/auth/reset", { email: emailOf(ana), code: mailed, password: secret }, { app: away }),
      await post(path(emailOf(ana), mailed, secret), undefined, options),
    ].map(({ status }) => status);
    expect(statuses).toEqual([400, 400, 404, 404, 503, 503, 200]);
    await nowhere.close();
    const text = lines.join("");
    expect(text).toContain('"route":"/resetpasswords/:email/:token/:newPassword"');
    expect(text).toContain('"event":"password_reset"');
    for (const hidden of [secret, secret.toLowerCase(), mailed, emailOf(ana)])
      expect(text.toLowerCase()).not.toContain(hidden.toLowerCase());
  });
});

describe("what a reset leaves behind", () => {
  test("all sessions have ended, also open streams, and the user is told by mail", async () => {
    const { ana, companyId } = await givenCompany();
    await testDatabase().company(companyId, (db) =>
      db.insert(schema.settings).values({ companyId, key: "singleSession", value: "disabled" }),
    );
    const [here, there] = [await givenSignedIn(given, ana), await givenSignedIn(second, ana)];
    const colleague = await givenSignedIn(given, (await givenCompany()).ana);
    const stream = (await there.request("/events")).body?.pipeThrough(new TextDecoderStream()).getReader();
    await ask(emailOf(ana), { language: "es-AR,es;q=0.9" });
    const mailed = await code(ana);
    await reset({ email: emailOf(ana), code: mailed }, { language: "es" });
    for (const client of [here, there]) expect((await client.get("/tickets")).status).toBe(401);
    expect((await colleague.get("/tickets")).status).toBe(200);
    let received = "";
    for (let part = await stream?.read(); part && !part.done; part = await stream?.read()) received += part.value;
    expect(received).toContain("ended");
    expect(received).not.toContain(mailed);
    const mails = await mailJobsTo(given.database, emailOf(ana));
    expect(mails.map(({ template, language }) => [template, language])).toEqual([
      ["passwordReset", "es"],
      ["passwordChanged", "es"],
    ]);
  });

  test("without a language in the request, the mail is in the company's", async () => {
    const { ana, companyId } = await givenCompany();
    await testDatabase().company(companyId, (db) => db.update(schema.companies).set({ language: "en" }));
    await ask(emailOf(ana), { language: "de" });
    expect((await mailJobsTo(given.database, emailOf(ana))).map(({ language }) => language)).toEqual(["en"]);
  });

  test("no table has the code in clear, before and after its use", async () => {
    const { ana } = await givenCompany();
    await ask(emailOf(ana));
    const mailed = await code(ana);
    const owner = postgres(inject("ownerUrl"), { max: 1, onnotice: () => {} });
    const found = async (text: string) => {
      const tables = await owner<{ name: string }[]>`
        select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`;
      expect(tables.length).toBeGreaterThan(60);
      const hits: string[] = [];
      for (const { name } of tables) {
        const rows = await owner.unsafe(`select 1 from ${name} t where t::text ilike $1 limit 1`, [`%${text}%`]);
        if (rows.length > 0) hits.push(name);
      }
      return hits;
    };
    expect(await found(emailOf(ana))).toContain("public.users");
    expect(await found(mailed)).toEqual([]);
    await reset({ email: emailOf(ana), code: mailed });
    expect(await found(mailed)).toEqual([]);
    await owner.end();
  });
});
