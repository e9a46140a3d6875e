import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { schema } from "../../db/index.ts";
import { givenCompany, testDatabase } from "../../db/testing/given.ts";
import { listenToEndedSessions } from "../session/index.ts";
import { type GivenApp, givenApp, givenSignedIn, PASSWORD } from "../testing/given-app.ts";

let given: GivenApp;
beforeAll(async () => {
  given = await givenApp();
});

const json = (body: unknown) => ({
  method: "PUT",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const signIn = async (email: string, password: string) => {
  const answer = await given.app.request("/auth/login", { ...json({ email, password }), method: "POST" });
  return answer.status;
};

test("users change their own name and e-mail, and their password when they give one", async () => {
  const { ana } = await givenCompany();
  const client = await givenSignedIn(given, ana);
  const email = `Ana.${ana.id}@Nova.example`;
  const own = { name: " Ana Prado ", email, password: "", currentPassword: PASSWORD };
  const changed = await client.request(`/users/${ana.id}`, json(own));
  expect(changed.status).toBe(200);
  expect(await changed.json()).toMatchObject({ name: "Ana Prado", email: email.toLowerCase(), profile: "user" });
  expect((await client.get(`/users/${ana.id}`)).body).toMatchObject({ name: "Ana Prado" });

  await client.request(`/users/${ana.id}`, json({ password: "Outra senha 7", currentPassword: PASSWORD }));
  expect(await signIn(email, PASSWORD)).toBe(401);
  expect(await signIn(email, "Outra senha 7")).toBe(200);
});

test("a new password invalidates every old cookie and bearer at once; its user continues with the new cookie", async () => {
  const { companyId, ana } = await givenCompany();
  await testDatabase().company(companyId, (tx) =>
    tx.insert(schema.settings).values({ companyId, key: "singleSession", value: "disabled" }),
  );
  const [client, elsewhere] = [await givenSignedIn(given, ana), await givenSignedIn(given, ana)];
  const changed = await client.request(
    `/users/${ana.id}`,
    json({ password: "Outra senha 7", currentPassword: PASSWORD }),
  );
  expect(changed.status).toBe(200);
  expect([(await client.get("/auth/me")).status, (await elsewhere.get("/auth/me")).status]).toEqual([401, 401]);
  const refresh = (cookie: string) => given.app.request("/auth/refresh_token", { method: "POST", headers: { cookie } });
  expect([(await refresh(client.cookie)).status, (await refresh(elsewhere.cookie)).status]).toEqual([401, 401]);

  const cookie = changed.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  const withOldBearer = await given.app.request("/auth/me", {
    headers: { cookie, authorization: `Bearer ${client.token}` },
  });
  expect(withOldBearer.status).toBe(403);
  const refreshed = await refresh(cookie);
  expect(refreshed.status).toBe(200);
  const headers = { authorization: `Bearer ${(await refreshed.json()).token}` };
  expect((await given.app.request("/auth/me", { headers })).status).toBe(200);
});

test("permissions that an admin removes apply from the next call on, and a deleted user is signed out at once", async () => {
  const { ana, admin } = await givenCompany();
  const [client, boss] = [await givenSignedIn(given, ana), await givenSignedIn(given, admin)];
  expect((await boss.send("PUT", `/users/${ana.id}`, { profile: "admin" })).status).toBe(200);
  expect((await client.get(`/users/${admin.id}`)).status).toBe(200);
  expect((await boss.send("PUT", `/users/${ana.id}`, { profile: "user" })).status).toBe(200);
  expect((await client.get(`/users/${admin.id}`)).status).toBe(403);
  expect((await boss.send("DELETE", `/users/${ana.id}`)).status).toBe(200);
  expect((await client.get("/auth/me")).status).toBe(401);
});

test("an admin ends a device's session, and the device is notified; its refresh stores when it was last seen", async () => {
  const { ana, admin } = await givenCompany();
  const [client, boss] = [await givenSignedIn(given, ana), await givenSignedIn(given, admin)];
  const listed = async () => (await boss.get(`/users/${ana.id}/sessions`)).body.sessions;
  const [before] = await listed();
  await given.app.request("/auth/refresh_token", { method: "POST", headers: { cookie: client.cookie } });
  const [session] = await listed();
  expect(session).toMatchObject({ id: before.id, current: false });
  expect(Date.parse(session.lastSeenAt)).toBeGreaterThan(Date.parse(before.lastSeenAt));
  const ended: string[] = [];
  const subscription = await listenToEndedSessions(testDatabase(), (_id, reason) => ended.push(reason));
  expect((await boss.send("DELETE", `/users/${ana.id}/sessions/${session.id}`)).status).toBe(200);
  await expect.poll(() => ended).toContain("ended");
  await subscription.stop();
  expect((await client.get("/auth/me")).status).toBe(401);
});

test("PUT on a colleague or another company's user is refused, and profile and queues are ignored", async () => {
  const [one, other] = [await givenCompany(), await givenCompany()];
  const client = await givenSignedIn(given, one.ana);
  const refused = await client.request(`/users/${one.bia.id}`, json({ name: "Invasora" }));
  expect([refused.status, await refused.json()]).toEqual([403, expect.objectContaining({ code: "ERR_NO_PERMISSION" })]);
  const unknown = await client.request(`/users/${other.ana.id}`, json({ name: "Invasora" }));
  expect([unknown.status, await unknown.json()]).toEqual([404, expect.objectContaining({ code: "ERR_NO_USER_FOUND" })]);
  const raised = await client.request(`/users/${one.ana.id}`, json({ profile: "admin", super: true, queueIds: [] }));
  expect(await raised.json()).toMatchObject({ profile: "user", super: false });
});

test("a value that is too short, too long or taken is reported under its field", async () => {
  const [one, other] = [await givenCompany(), await givenCompany()];
  const client = await givenSignedIn(given, one.ana);
  const otherClient = await givenSignedIn(given, other.ana);
  const mine = ((await otherClient.get("/auth/me")).body as { email: string }).email;
  for (const [change, field] of [
    [{ name: "A" }, "name"],
    [{ name: "A".repeat(51) }, "name"],
    [{ email: "sem arroba" }, "email"],
    [{ password: "Aa1".repeat(43) }, "password"],
    [{ email: mine, currentPassword: PASSWORD }, "email"],
  ] as const) {
    const answer = await client.request(`/users/${one.ana.id}`, json(change));
    expect(answer.status).toBe(400);
    expect(Object.keys(((await answer.json()) as { fields: object }).fields)).toEqual([field]);
  }
});

test("password guessing: agents and admins cannot set a short or common password", async () => {
  const { ana, admin } = await givenCompany();
  const [agent, boss] = [await givenSignedIn(given, ana), await givenSignedIn(given, admin)];
  for (const password of ["12345", "jarra-7", "12345678", "Senha123", "qwertyui!"]) {
    const refused = { status: 400, body: { fields: { password: expect.any(Array) } } };
    const currentPassword = PASSWORD;
    expect(await agent.send("PUT", `/users/${ana.id}`, { password, currentPassword })).toMatchObject(refused);
    expect(await boss.send("PUT", `/users/${ana.id}`, { password })).toMatchObject(refused);
    const added = { name: "Rui Matos", email: `${randomUUID()}@teste.example`, password };
    expect(await boss.send("POST", "/users", added)).toMatchObject(refused);
  }
});

describe("a stolen bearer", () => {
  /** Sends the bearer without the cookie, like someone who stole the bearer. */
  const withoutCookie = async (client: { token: string }, id: string, change: object) =>
    given.app.request(`/users/${id}`, {
      ...json(change),
      headers: { "content-type": "application/json", authorization: `Bearer ${client.token}` },
    });

  test("changes neither password nor e-mail, and its owner can continue and sign in as before", async () => {
    const { ana, admin } = await givenCompany();
    for (const agent of [ana, admin]) {
      const client = await givenSignedIn(given, agent);
      for (const change of [
        { password: "Roubada-1" },
        { password: "Roubada-1", currentPassword: "" },
        { password: "Roubada-1", currentPassword: "adivinhada" },
        { email: `ladra.${agent.id}@teste.example` },
      ]) {
        const refused = await withoutCookie(client, agent.id, change);
        expect([refused.status, refused.headers.get("Set-Cookie")]).toEqual([400, null]);
        expect(await refused.json()).toMatchObject({
          code: "ERR_WRONG_PASSWORD",
          details: { fields: { currentPassword: expect.any(String) } },
        });
      }
      expect((await client.get("/auth/me")).body).toMatchObject({ email: `${agent.id}@teste.example` });
      expect(await signIn(`${agent.id}@teste.example`, PASSWORD)).toBe(200);
    }
  });

  test("gets no cookie even with the password: every session ends", async () => {
    const { ana } = await givenCompany();
    const client = await givenSignedIn(given, ana);
    const changed = await withoutCookie(client, ana.id, { password: "Outra senha 7", currentPassword: PASSWORD });
    expect([changed.status, changed.headers.get("Set-Cookie")]).toEqual([200, null]);
    expect((await client.get("/auth/me")).status).toBe(401);
  });

  test("gets no cookie by another session's cookie", async () => {
    const { ana, bia } = await givenCompany();
    const [client, other] = [await givenSignedIn(given, ana), await givenSignedIn(given, bia)];
    const changed = await given.app.request(`/users/${ana.id}`, {
      ...json({ password: "Outra senha 7", currentPassword: PASSWORD }),
      headers: { "content-type": "application/json", authorization: `Bearer ${client.token}`, cookie: other.cookie },
    });
    expect([changed.status, changed.headers.get("Set-Cookie")]).toEqual([200, null]);
  });

  test("may guess the password no more often than sign-in allows", async () => {
    const { ana } = await givenCompany();
    const client = await givenSignedIn(given, ana);
    const guess = async (n: number) =>
      (await withoutCookie(client, ana.id, { password: "Roubada-1", currentPassword: `palpite ${n}` })).status;
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push(await guess(n));
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429]);
    expect(await signIn(`${ana.id}@teste.example`, PASSWORD)).toBe(429);
  });
});

test("a client that sends its own user back unchanged, with the e-mail and an empty password, needs no password", async () => {
  const { ana } = await givenCompany();
  const client = await givenSignedIn(given, ana);
  const user = (await client.get(`/users/${ana.id}`)).body as { email: string };
  const email = user.email.toUpperCase();
  const answer = await client.request(`/users/${ana.id}`, json({ ...user, email, name: "Ana P.", password: "" }));
  expect([answer.status, await answer.json()]).toMatchObject([200, { name: "Ana P." }]);
});

test("an admin sets a colleague's password without the old one, but not another company's user's", async () => {
  const [one, other] = [await givenCompany(), await givenCompany()];
  const boss = await givenSignedIn(given, one.admin);
  await givenSignedIn(given, one.ana);
  expect((await boss.send("PUT", `/users/${one.ana.id}`, { password: "Outra senha 7" })).status).toBe(200);
  expect(await signIn(`${one.ana.id}@teste.example`, "Outra senha 7")).toBe(200);
  expect((await boss.send("PUT", `/users/${other.ana.id}`, { password: "Outra senha 7" })).status).toBe(404);
});

test("an admin who tries e-mails with accounts elsewhere must wait after 20 taken ones", async () => {
  const [one, other] = [await givenCompany(), await givenCompany()];
  const boss = await givenSignedIn(given, one.admin);
  const user = { name: "Sonda", password: "Jarra azul 7", queueIds: [] };
  const probe = async (email: string) => (await boss.send("POST", "/users", { ...user, email })).status;
  const statuses: number[] = [];
  for (let n = 0; n < 21; n += 1) statuses.push(await probe(`${other.ana.id}@teste.example`));
  expect(statuses).toEqual([...Array<number>(20).fill(400), 429]);
  expect((await boss.send("PUT", `/users/${one.ana.id}`, { email: `${other.bia.id}@teste.example` })).status).toBe(429);
  const elsewhere = await givenSignedIn(given, other.admin);
  expect((await elsewhere.send("POST", "/users", { ...user, email: `${one.ana.id}.x@teste.example` })).status).toBe(
    200,
  );
});
