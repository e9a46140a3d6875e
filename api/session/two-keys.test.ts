import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { testNow } from "../../contracts/testing/clock.ts";
import { givenCompany } from "../../db/testing/given.ts";
import { loadPushKeys } from "../../domain/desk/notifications/index.ts";
import { deriveKeys } from "../config.ts";
import { mediaAddressesOf, readMediaAddress } from "../media/media-address.ts";
import { givenApp, givenPassword, givenSignedIn, json } from "../testing/given-app.ts";
import { mailedCode } from "../testing/mailed-code.ts";

const [former, present] = ["the former key of the tests", "the present key of the tests"].map((text) =>
  new TextEncoder().encode(`${text} ${randomUUID()}`),
) as [Uint8Array, Uint8Array];

const appWith = (...secrets: [Uint8Array, ...Uint8Array[]]) => givenApp({ secrets });

test("a bearer of the former key is accepted while both are given, and not afterwards", async () => {
  const { ana } = await givenCompany();
  const { token, cookie } = await givenSignedIn(await appWith(former), ana);
  const headers = { authorization: `Bearer ${token}`, cookie };
  const ask = async (given: Awaited<ReturnType<typeof givenApp>>) =>
    (await given.app.request("/auth/me", { headers })).status;
  expect(await ask(await appWith(present, former))).toBe(200);
  expect(await ask(await appWith(present))).toBe(403);
});

test("a sign-in gives the device the keys of both, so that it opens what it sealed before", async () => {
  const { ana } = await givenCompany();
  const signIn = async (given: Awaited<ReturnType<typeof givenApp>>) =>
    (await given.app.request("/auth/login", json("POST", await givenPassword(ana)))).json();
  const before = await signIn(await appWith(former));
  const between = await signIn(await appWith(present, former));
  const after = await signIn(await appWith(present));
  expect([before.otherUnsentKey, after.otherUnsentKey]).toEqual([undefined, undefined]);
  expect([between.unsentKey, between.otherUnsentKey]).toEqual([after.unsentKey, before.unsentKey]);
  expect(before.unsentKey).not.toBe(after.unsentKey);
});

test("a code that was mailed under the former key sets a password, once", async () => {
  const { ana } = await givenCompany();
  const { email } = await givenPassword(ana);
  const own = await appWith(former);
  const from = { "x-forwarded-for": randomUUID(), "content-type": "application/json" };
  expect((await own.app.request(`/forgetpassword/${email}`, { method: "POST", headers: from })).status).toBe(200);
  const code = await mailedCode(own.database, [former], email);
  const both = await appWith(present, former);
  const body = JSON.stringify({ email, code, password: "Serra-Azul-2027!" });
  const use = async () => (await both.app.request("/auth/reset", { method: "POST", headers: from, body })).status;
  expect([await use(), await use()]).toEqual([200, 400]);
});

test("the address of a file that the former key has signed is valid, and one of another key is not", () => {
  const keysOf = (...secrets: [Uint8Array, ...Uint8Array[]]) => deriveKeys(secrets, "media address");
  const [companyId, sessionId, fileId] = [randomUUID(), randomUUID(), randomUUID()];
  const address = mediaAddressesOf(keysOf(former), { companyId, sessionId, origin: "https://desk.example" })(fileId);
  const query = Object.fromEntries(new URL(address).searchParams);
  expect(readMediaAddress(keysOf(present, former), fileId, query, testNow())).toMatchObject({ companyId, sessionId });
  expect(readMediaAddress(keysOf(present), fileId, query, testNow())).toBeNull();
});

test("browsers stay subscribed: the push keys are kept with the new key", async () => {
  const { database } = await appWith(former);
  const before = await loadPushKeys(database, former);
  expect(await loadPushKeys(database, [present, former])).toEqual(before);
  expect(await loadPushKeys(database, present)).toEqual(before);
  expect(await loadPushKeys(database, new TextEncoder().encode(`a third key ${randomUUID()}`))).not.toEqual(before);
});
