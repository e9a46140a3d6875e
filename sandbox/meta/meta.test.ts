import { afterAll, beforeAll, expect, test } from "vitest";
import { type StartedMeta, startMeta } from "../testing/start-meta.ts";

let meta: StartedMeta;
beforeAll(async () => {
  meta = await startMeta();
});
afterAll(() => meta.stop());

test("the stand-in for Meta returns errors in the form of the Graph API", async () => {
  const refusedAs = async (path: string, query: Record<string, string>, method = "GET") => {
    const { status, body } = await meta.ask(path, query, method);
    expect(body.error).toMatchObject({
      message: expect.any(String),
      type: expect.any(String),
      fbtrace_id: expect.any(String),
    });
    return [status, body.error.code, body.error.error_subcode];
  };
  const app = { client_id: meta.config.appId, client_secret: meta.config.appSecret };
  const token = await meta.token();
  expect(await refusedAs("me", {})).toEqual([400, 104, undefined]);
  expect(await refusedAs("me", { access_token: "EAAfalse" })).toEqual([400, 190, undefined]);
  expect(await refusedAs("me", { access_token: token, appsecret_proof: "false" })).toEqual([400, 100, undefined]);
  expect(await refusedAs("1", { access_token: token })).toEqual([400, 100, 33]);
  expect(await refusedAs("oauth/access_token", { ...app, client_secret: "false" })).toEqual([400, 1, undefined]);
  expect(await refusedAs("oauth/access_token", { ...app, code: "AQfalse" })).toEqual([400, 100, undefined]);
  await meta.revoke(meta.people.helena, 460);
  expect(await refusedAs("me/accounts", { access_token: token })).toEqual([400, 190, 460]);
});

test("Meta's login page lists the people and their pages, and a cancelled login redirects back with an error", async () => {
  const query = new URLSearchParams({
    client_id: meta.config.appId,
    redirect_uri: "https://desk.example/x",
    state: "é=1",
  });
  const address = `${meta.config.loginUrl}/v25.0/dialog/oauth?${query}`;
  const page = await (await fetch(address)).text();
  for (const { name, pages } of Object.values(meta.people)) {
    expect(page).toContain(`Continuar como ${name}`);
    for (const { id } of pages) expect(page).toContain(id);
  }
  expect(page).not.toMatch(/<script|style=/);
  const left = await fetch(address, { method: "POST", body: new URLSearchParams({ cancel: "1" }), redirect: "manual" });
  const back = new URL(left.headers.get("location") ?? "");
  expect([back.pathname, back.searchParams.get("error"), back.searchParams.get("state")]).toEqual([
    "/x",
    "access_denied",
    "é=1",
  ]);
  const strange = await fetch(address.replace(meta.config.appId, "1"));
  expect(strange.status).toBeGreaterThanOrEqual(400);
});
