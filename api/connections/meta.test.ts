import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { schema } from "../../db/index.ts";
import { givenCompany, testDatabase } from "../../db/testing/given.ts";
import { openMetaBox } from "../../domain/desk/meta/index.ts";
import { type StartedMeta, startMeta } from "../../sandbox/testing/start-meta.ts";
import { type GivenApp, givenApp, givenSignedIn } from "../testing/given-app.ts";

let meta: StartedMeta;
let given: GivenApp;
let logged = "";
beforeAll(async () => {
  meta = await startMeta();
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  given = await givenApp({ meta: meta.config, publicUrl: "https://desk.example" }, pino({ level: "debug" }, sink));
});
afterAll(() => meta.stop());

async function login(client: Awaited<ReturnType<typeof givenSignedIn>>, addInstagram = false) {
  const { body } = await client.send("POST", "/facebook/login", { addInstagram });
  return body.url as string;
}

test("a Facebook login started here and approved at Meta connects its pages, and its tokens stay on the server", async () => {
  const { admin, companyId } = await givenCompany();
  const client = await givenSignedIn(given, admin);
  expect((await client.get("/facebook/login")).body).toEqual({ isSetUp: true });
  const address = await login(client, true);
  expect(new URL(address).searchParams.get("redirect_uri")).toBe("https://desk.example/connections/facebook");
  const back = await meta.approve(address, meta.people.caio);
  const answer = { code: back.get("code"), state: back.get("state") };
  const linked = await client.send("POST", "/facebook", answer);
  expect(linked).toMatchObject({ status: 200, body: { elsewhere: [] } });
  const found = linked.body.connections as { channel: string; name: string; status: string }[];
  expect(found.map(({ channel, name, status }) => [channel, name, status]).toSorted()).toEqual([
    ["facebook", "Cozinha de Forno", "OPENING"],
    ["facebook", "Feira do Barro", "OPENING"],
    ["instagram", "@feiradobarro", "OPENING"],
  ]);
  // A code is valid once.
  expect(await client.send("POST", "/facebook", answer)).toMatchObject({
    status: 400,
    body: { code: "ERR_META_LOGIN" },
  });

  const box = openMetaBox(given.deps.config.secrets);
  const rows = await testDatabase().company(companyId, (tx) => tx.select().from(schema.channelAccounts));
  const tokens = rows.map(({ connectionId, sealed }) =>
    box.open(sealed ?? Buffer.alloc(0), `${companyId}/${connectionId}/page`).toString(),
  );
  expect(tokens).toHaveLength(3);
  const told =
    JSON.stringify([linked, await client.get("/whatsapp"), await client.get("/sync/refs?limit=100")]) + logged;
  expect(logged).toContain("/facebook");
  for (const secret of [...tokens, meta.config.appSecret, "EAAS"]) expect(told).not.toContain(secret);
});

test("a login that another company started connects nothing, whoever approved it", async () => {
  const [mine, theirs] = [await givenCompany(), await givenCompany()];
  const [client, other] = [await givenSignedIn(given, mine.admin), await givenSignedIn(given, theirs.admin)];
  const back = await meta.approve(await login(other));
  const answer = { code: back.get("code"), state: back.get("state") };
  expect((await client.send("POST", "/facebook", answer)).body.code).toBe("ERR_META_LOGIN");
  expect((await client.get("/whatsapp")).body).toHaveLength(1);
});

test("a page connected by another company is refused with ERR_META_PAGE_ELSEWHERE", async () => {
  const [mine, theirs] = [await givenCompany(), await givenCompany()];
  const [client, other] = [await givenSignedIn(given, mine.admin), await givenSignedIn(given, theirs.admin)];
  const { helena } = meta.people;
  const body = { facebookUserId: helena.id, facebookUserToken: await meta.token(helena) };
  expect((await other.send("POST", "/facebook", body)).status).toBe(200);
  expect(await client.send("POST", "/facebook", body)).toMatchObject({
    status: 409,
    body: { code: "ERR_META_PAGE_ELSEWHERE" },
  });
});

test("a platform without an app at Meta answers ERR_META_NOT_SET_UP", async () => {
  const bare = await givenApp();
  const client = await givenSignedIn(bare, (await givenCompany()).admin);
  expect((await client.get("/facebook/login")).body).toEqual({ isSetUp: false });
  const body = { facebookUserId: "1", facebookUserToken: "x" };
  for (const [path, sent] of [["/facebook/login", {}] as const, ["/facebook", body] as const])
    expect(await client.send("POST", path, sent)).toMatchObject({
      status: 400,
      body: { code: "ERR_META_NOT_SET_UP" },
    });
});
