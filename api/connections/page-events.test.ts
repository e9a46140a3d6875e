import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { schema } from "../../db/index.ts";
import { givenCompany, testDatabase } from "../../db/testing/given.ts";
import { eventPlace, grantedAccounts, linkAccounts, openMetaBox } from "../../domain/desk/meta/index.ts";
import { openGraph } from "../../outside/graph/index.ts";
import { signatureOf } from "../../sandbox/meta/index.ts";
import { type StartedMeta, startMeta } from "../../sandbox/testing/start-meta.ts";
import { type GivenApp, givenApp } from "../testing/given-app.ts";

/** Number of bodies; FUZZ_PAGE_EVENTS and FUZZ_SEED extend the search. */
const RUNS = sizeOf("FUZZ_PAGE_EVENTS");
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);
const PATH = "/webhooks/meta";

let meta: StartedMeta;
let given: GivenApp;
beforeAll(async () => {
  meta = await startMeta();
  given = await givenApp({ meta: meta.config });
});
afterAll(() => meta.stop());

/** Creates a company that has connected one of the Meta stand-in's pages. */
async function givenLinked(name: "helena" | "caio", which: number, at = meta) {
  const { admin, companyId } = await givenCompany();
  const person = at.people[name];
  const page = person.pages[which];
  if (!page) throw new Error("the stand-in has no such page");
  const grant = { facebookUserId: person.id, facebookUserToken: await at.token(person, { pages: [page.id] }) };
  const granted = await grantedAccounts(openGraph(at.config), { ...grant, addInstagram: false });
  const box = openMetaBox(given.deps.config.secrets);
  const { connections } = await testDatabase().company(companyId, (db) =>
    linkAccounts({ db, companyId, actor: admin, device: "test", now: testNow() }, box, granted),
  );
  const connectionId = connections[0]?.id ?? "";
  const rows = () => testDatabase().company(companyId, (db) => db.select().from(schema.inbox));
  return {
    pageId: page.id,
    companyId,
    connectionId,
    rows,
    kept: async () =>
      (await rows())
        .toSorted((a, b) => a.seq - b.seq)
        .map(({ providerId, plaintext }) =>
          JSON.parse(box.open(plaintext, eventPlace(connectionId, providerId)).toString()),
        ),
  };
}

const said = (pageId: string, text: string) => ({
  sender: { id: "7001" },
  recipient: { id: pageId },
  timestamp: testTime(),
  message: { mid: `m_${randomUUID()}`, text },
});
const bodyOf = (...entries: [pageId: string, ...events: unknown[]][]) => ({
  object: "page",
  entry: entries.map(([id, ...messaging]) => ({ id, time: testTime(), messaging })),
});

async function tell(body: unknown, { signature, raw }: { signature?: string; raw?: string | Uint8Array } = {}) {
  const bytes = raw ?? JSON.stringify(body);
  const headers = { "content-type": "application/json", "x-hub-signature-256": signature ?? signatureOf(bytes) };
  const answer = await given.app.request(PATH, { method: "POST", headers, body: bytes as BodyInit });
  return answer.status;
}

describe("Meta's webhook verification", () => {
  const ask = async (query: Record<string, string>) => {
    const answer = await given.app.request(`${PATH}?${new URLSearchParams(query)}`);
    return [answer.status, await answer.text()];
  };
  const right = { "hub.mode": "subscribe", "hub.verify_token": "v", "hub.challenge": "1158201444" };

  test("answers the challenge to a caller who knows the token, and 403 otherwise", async () => {
    expect(await ask(right)).toEqual([200, "1158201444"]);
    for (const wrong of [
      { ...right, "hub.verify_token": "w" },
      { ...right, "hub.verify_token": "" },
      { ...right, "hub.mode": "unsubscribe" },
      { ...right, "hub.challenge": "<script>" },
      {},
    ])
      expect((await ask(wrong))[0]).toBe(403);
  });

  test("answers 403 to everyone when the platform has no app or no token", async () => {
    for (const config of [{ meta: null }, { meta: { ...meta.config, verifyToken: "" } }]) {
      const { app } = await givenApp(config);
      for (const token of ["v", ""]) {
        const query = new URLSearchParams({ ...right, "hub.verify_token": token });
        expect((await app.request(`${PATH}?${query}`)).status).toBe(403);
      }
    }
  });
});

describe("Meta's webhook events", () => {
  test("are stored before the answer, in order and sealed, and a repeated event is stored once", async () => {
    const desk = await givenLinked("helena", 0);
    const events = [said(desk.pageId, "um"), said(desk.pageId, "dois"), said(desk.pageId, "três")];
    expect(await tell(bodyOf([desk.pageId, ...events]))).toBe(200);
    expect(await tell(bodyOf([desk.pageId, ...events]))).toBe(200);
    expect(await tell(bodyOf([desk.pageId, events[1], events[0]]))).toBe(200);
    expect(await desk.kept()).toEqual(events);
    expect((await desk.rows()).some(({ plaintext }) => plaintext.includes("dois"))).toBe(false);
  });

  test("without the app secret's signature are refused, and nothing is stored", async () => {
    const desk = await givenLinked("helena", 1);
    const body = bodyOf([desk.pageId, said(desk.pageId, "falsa")]);
    const bytes = JSON.stringify(body);
    for (const signature of ["", "sha256=", `sha256=${"0".repeat(64)}`, signatureOf(`${bytes} `), "sha1=abc"])
      expect(await tell(body, { signature })).toBe(403);
    expect(await tell(body, { raw: `${bytes} `, signature: signatureOf(bytes) })).toBe(403);
    expect(await desk.kept()).toEqual([]);
  });

  test("go to the company that has the page; events of unknown pages are not stored", async () => {
    const [mine, theirs] = [await givenLinked("helena", 2), await givenLinked("caio", 0)];
    const [one, other] = [said(mine.pageId, "minha"), said(theirs.pageId, "deles")];
    const stranger = ["1", said("1", "de ninguém")] as [string, unknown];
    expect(await tell(bodyOf([theirs.pageId, other], stranger, [mine.pageId, one]))).toBe(200);
    expect([await mine.kept(), await theirs.kept()]).toEqual([[one], [other]]);
  });

  test("of a disconnected page are answered with 200 and not stored", async () => {
    const desk = await givenLinked("caio", 1);
    const ofDesk = eq(schema.channelAccounts.connectionId, desk.connectionId);
    const accounts = (sealed: Buffer | null) =>
      testDatabase().company(desk.companyId, (db) =>
        db.update(schema.channelAccounts).set({ sealed }).where(ofDesk).returning(),
      );
    await accounts(null);
    expect(await tell(bodyOf([desk.pageId, said(desk.pageId, "tarde demais")]))).toBe(200);
    expect(await desk.kept()).toEqual([]);
    await accounts(Buffer.of(1));

    const honest = said(desk.pageId, "em tempo");
    expect(await tell(bodyOf([desk.pageId, honest]))).toBe(200);
    expect(await desk.kept()).toEqual([honest]);
  });

  test(
    `${RUNS} invalid signed bodies are each answered, and the next valid one is stored`,
    async () => {
      const other = await startMeta();
      const desk = await givenLinked("helena", 0, other);
      other.stop();
      const event = fc.oneof(fc.anything(), fc.record({ sender: fc.anything(), message: fc.anything() }));
      const entry = fc.record({ id: fc.oneof(fc.constant(desk.pageId), fc.anything()), messaging: fc.array(event) });
      const body = fc.oneof(
        fc.record({ object: fc.constantFrom("page", "instagram", "user"), entry: fc.array(entry, { maxLength: 3 }) }),
        fc.anything(),
      );
      const raw = fc.oneof(
        body.map((value) => JSON.stringify(value, (_, item) => (typeof item === "bigint" ? String(item) : item)) ?? ""),
        fc.string({ unit: "binary" }),
        fc.uint8Array(),
      );
      await fc.assert(
        fc.asyncProperty(raw, async (bytes) => {
          expect([200, 400]).toContain(await tell(null, { raw: bytes }));
        }),
        { seed: SEED, numRuns: RUNS },
      );
      const honest = said(desk.pageId, "honesta");
      expect(await tell(bodyOf([desk.pageId, honest]))).toBe(200);
      expect((await desk.kept()).at(-1)).toEqual(honest);
    },
    60_000 + RUNS * 20,
  );
});
