import { beforeAll, expect, test } from "vitest";
import { givenCompany } from "../../db/testing/given.ts";
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

test("people change their own name and e-mail, and their password when they give one", async () => {
  const { ana } = await givenCompany();
  const client = await givenSignedIn(given, ana);
  const email = `Ana.${ana.id}@Nova.example`;
  const changed = await client.request(`/users/${ana.id}`, json({ name: " Ana Prado ", email, password: "" }));
  expect(changed.status).toBe(200);
  expect(await changed.json()).toMatchObject({ name: "Ana Prado", email: email.toLowerCase(), profile: "user" });
  expect((await client.get(`/users/${ana.id}`)).body).toMatchObject({ name: "Ana Prado" });

  await client.request(`/users/${ana.id}`, json({ password: "outra senha" }));
  expect((await client.get("/auth/me")).status).toBe(200);
  expect(await signIn(email, PASSWORD)).toBe(401);
  expect(await signIn(email, "outra senha")).toBe(200);
});

test("nobody changes a colleague here, another company's user is not there, and profile or queues are not heard", async () => {
  const [one, other] = [await givenCompany(), await givenCompany()];
  const client = await givenSignedIn(given, one.ana);
  const refused = await client.request(`/users/${one.bia.id}`, json({ name: "Invasora" }));
  expect([refused.status, await refused.json()]).toEqual([
    403,
    expect.objectContaining({ error: "ERR_NO_PERMISSION" }),
  ]);
  const unknown = await client.request(`/users/${other.ana.id}`, json({ name: "Invasora" }));
  expect([unknown.status, await unknown.json()]).toEqual([
    404,
    expect.objectContaining({ error: "ERR_NO_USER_FOUND" }),
  ]);
  const raised = await client.request(`/users/${one.ana.id}`, json({ profile: "admin", super: true, queueIds: [] }));
  expect(await raised.json()).toMatchObject({ profile: "user", super: false });
});

test("what is too short, too long or taken is said by its field", async () => {
  const [one, other] = [await givenCompany(), await givenCompany()];
  const client = await givenSignedIn(given, one.ana);
  const otherClient = await givenSignedIn(given, other.ana);
  const mine = ((await otherClient.get("/auth/me")).body as { email: string }).email;
  for (const [change, field] of [
    [{ name: "A" }, "name"],
    [{ name: "A".repeat(51) }, "name"],
    [{ email: "sem arroba" }, "email"],
    [{ password: "1234" }, "password"],
    [{ password: "x".repeat(51) }, "password"],
    [{ email: mine }, "email"],
  ] as const) {
    const answer = await client.request(`/users/${one.ana.id}`, json(change));
    expect(answer.status).toBe(400);
    expect(Object.keys(((await answer.json()) as { fields: object }).fields)).toEqual([field]);
  }
});
