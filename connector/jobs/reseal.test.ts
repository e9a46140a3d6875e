import { and, eq } from "drizzle-orm";
import pino from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { testNow } from "../../contracts/testing/clock.ts";
import { openSecretBox, type Secrets, schema } from "../../db/index.ts";
import { givenCompany, testDatabase } from "../../db/testing/given.ts";
import { givenConnection } from "../../db/testing/given-chat.ts";
import { eventPlace } from "../../domain/desk/meta/index.ts";
import { credentialsPlace, keyPlace } from "../channels/whatsapp/store/auth-state.ts";
import { inboxSealContext } from "../channels/whatsapp/store/durable-inbox.ts";
import { openChannelResealers } from "../channels.ts";
import { startResealing } from "./reseal.ts";

const { aiServers, channelAccounts, channelCredentials, channelKeys, inbox, settings } = schema;

const FORMER = "the former key of the tests";
const PRESENT = "the present key of the tests";
const numbers = "channel credentials v1";
const pages = "meta pages v1";
const plain = Buffer.from("segredo");
/** More than two batches. */
const KEYS = 401;

/** Creates a company with a value of each kind, encrypted with the former key. */
async function givenSecrets() {
  const company = await givenCompany();
  const { companyId } = company;
  const page = await givenConnection(companyId, { channel: "facebook" });
  const number = company.connection.id;
  const seal = (purpose: string, place: string) => openSecretBox(FORMER, purpose).seal(plain, place);
  await testDatabase().company(companyId, async (db) => {
    const value = `sealed:${seal("settings v1", `${companyId}/clientsecretsmtpauth`).toString("base64")}`;
    const key = "clientsecretsmtpauth";
    await db
      .insert(settings)
      .values({ companyId, key, value })
      .onConflictDoUpdate({
        target: [settings.companyId, settings.key],
        set: { value },
      });
    await db.insert(aiServers).values({
      ...{ companyId, url: "https://ai.example/v1", model: "m", updatedAt: testNow() },
      sealed: seal("ai servers v1", `${companyId}/ai`),
    });
    await db.insert(channelAccounts).values({
      ...{ companyId, connectionId: page, channel: "facebook", accountId: page, pageId: page, facebookUserId: "1" },
      sealed: seal(pages, `${companyId}/${page}/page`),
    });
    await db.insert(channelCredentials).values({
      ...{ companyId, connectionId: number },
      data: seal(numbers, credentialsPlace(companyId, number)),
    });
    const ids = Array.from({ length: KEYS }, (_, at) => String(at));
    await db.insert(channelKeys).values(
      ids.map((id) => {
        const data = seal(numbers, keyPlace(companyId, number, "pre-key", id));
        return { companyId, connectionId: number, type: "pre-key", id, data };
      }),
    );
    const row = { companyId, part: 0, epoch: 1, seq: 1, attrs: {} };
    await db.insert(inbox).values([
      { ...row, connectionId: number, providerId: "A", plaintext: seal(numbers, inboxSealContext(number, "A", 0)) },
      { ...row, connectionId: page, providerId: "B", plaintext: seal(pages, eventPlace(page, "B")) },
    ]);
  });
  return { ...company, number, page };
}

type Given = Awaited<ReturnType<typeof givenSecrets>>;

/** Returns the kinds whose value a key opens. */
function openedWith(secret: string, { companyId, number, page }: Given): Promise<string[]> {
  return testDatabase().company(companyId, async (db) => {
    const [setting] = await db.select().from(settings).where(eq(settings.key, "clientsecretsmtpauth"));
    const [ai] = await db.select().from(aiServers);
    const [account] = await db.select().from(channelAccounts);
    const [credentials] = await db.select().from(channelCredentials);
    const keys = await db.select().from(channelKeys);
    const stanzas = await db.select().from(inbox);
    const values: [kind: string, purpose: string, sealed: Uint8Array | null | undefined, place: string][] = [
      [
        "setting",
        "settings v1",
        Buffer.from(setting?.value.slice(7) ?? "", "base64"),
        `${companyId}/clientsecretsmtpauth`,
      ],
      ["ai", "ai servers v1", ai?.sealed, `${companyId}/ai`],
      ["page", pages, account?.sealed, `${companyId}/${page}/page`],
      ["credentials", numbers, credentials?.data, credentialsPlace(companyId, number)],
      ...keys.map(
        ({ id, data }) =>
          ["key", numbers, data, keyPlace(companyId, number, "pre-key", id)] as [string, string, Buffer, string],
      ),
      ...stanzas.map(({ connectionId, providerId, plaintext }): [string, string, Buffer, string] =>
        connectionId === page
          ? ["event", pages, plaintext, eventPlace(page, providerId)]
          : ["stanza", numbers, plaintext, inboxSealContext(number, providerId, 0)],
      ),
    ];
    return values.flatMap(([kind, purpose, sealed, place]) => {
      try {
        return openSecretBox(secret, purpose)
          .open(sealed ?? Buffer.alloc(0), place)
          .equals(plain)
          ? [kind]
          : [];
      } catch {
        return []; // sealed with another key
      }
    });
  });
}

const everyKind = ["ai", "credentials", "event", ...Array<string>(KEYS).fill("key"), "page", "setting", "stanza"];

function start(companies: Given[], secrets: Secrets) {
  const database = testDatabase();
  const lines: Record<string, unknown>[] = [];
  const platform = {
    execute: async () => companies.map(({ companyId }) => ({ id: companyId })),
  } as unknown as (typeof database)["platform"];
  const resealing = startResealing(
    {
      database: { platform },
      transactions: {
        runAndNumber: (companyId, work) => database.company(companyId, (db) => work({ db, companyId, now: testNow() })),
      },
      secrets,
      channels: openChannelResealers(secrets),
      logger: pino({}, { write: (line) => void lines.push(JSON.parse(line)) }),
    },
    20,
  );
  onTestFinished(() => resealing.stop());
  return { resealing, lines };
}

test("every kind of stored secret is encrypted with the first key, and afterwards nothing has the other one", async () => {
  const [own, other] = [await givenSecrets(), await givenSecrets()];
  const { resealing, lines } = start([own], [PRESENT, FORMER]);
  await vi.waitFor(() => expect(resealing.last()).toEqual({ resealed: 0, unreadable: 0 }));
  expect((await openedWith(PRESENT, own)).toSorted()).toEqual(everyKind);
  expect(await openedWith(FORMER, own)).toEqual([]);
  expect(lines.filter(({ event }) => event === "secrets_resealed")[0]).toMatchObject({
    resealed: everyKind.length,
    msg: "Stored secrets were encrypted with SECRET_KEY",
  });
  expect(lines.at(-1)).toMatchObject({ resealed: 0, msg: "Every stored secret has SECRET_KEY" });
  // The company that was not listed keeps its values.
  expect((await openedWith(FORMER, other)).toSorted()).toEqual(everyKind);
  expect(JSON.stringify(lines)).not.toMatch(/segredo|key of the tests/);
});

test("with one key nothing is read or written", async () => {
  const own = await givenSecrets();
  const { resealing } = start([own], [PRESENT]);
  await resealing.stop();
  expect(resealing.last()).toBeNull();
  expect((await openedWith(FORMER, own)).toSorted()).toEqual(everyKind);
});

test("a value of neither key stays as it is, is counted, and holds up no other", async () => {
  const own = await givenSecrets();
  const { companyId } = own;
  const strange = openSecretBox("a third key", "ai servers v1").seal(plain, `${companyId}/ai`);
  await testDatabase().company(companyId, (db) => db.update(aiServers).set({ sealed: strange }));
  const { resealing, lines } = start([own], [PRESENT, FORMER]);
  await vi.waitFor(() => expect(resealing.last()).toEqual({ resealed: 0, unreadable: 1 }));
  expect(lines.find(({ event }) => event === "secrets_unreadable")).toMatchObject({ companyId, unreadable: 1 });
  expect((await openedWith(PRESENT, own)).toSorted()).toEqual(everyKind.filter((kind) => kind !== "ai"));
  const [row] = await testDatabase().company(companyId, (db) => db.select().from(aiServers));
  expect(row?.sealed).toEqual(strange);
});

/** The same builder, whose `limit` resolves after `afterRead`. */
function withPause<T extends object>(builder: T, afterRead: () => Promise<unknown>): T {
  return new Proxy(builder, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...given: unknown[]) => {
        const result = Reflect.apply(member, target, given);
        return name === "limit" ? afterReading(result) : withPause(result, afterRead);
      };
    },
  });
  async function afterReading(rows: Promise<unknown>) {
    const found = await rows;
    await afterRead();
    return found;
  }
}

test("a key that a session writes meanwhile is not overwritten", async () => {
  const own = await givenSecrets();
  const { companyId, number } = own;
  const database = testDatabase();
  const place = keyPlace(companyId, number, "pre-key", "0");
  const newer = openSecretBox(PRESENT, numbers).seal(Buffer.from("newer"), place);
  const isKey = and(eq(channelKeys.companyId, companyId), eq(channelKeys.id, "0"));
  const writeOnce = once(() =>
    database.company(companyId, (db) => db.update(channelKeys).set({ data: newer }).where(isKey)),
  );
  const [, resealKeys] = openChannelResealers([PRESENT, FORMER]);
  await resealKeys?.({
    companyId,
    run: (work) =>
      database.company(companyId, (db) => {
        const select = (...fields: Parameters<typeof db.select>) => withPause(db.select(...fields), writeOnce);
        const paused = new Proxy(db, {
          get: (target, name) => (name === "select" ? select : Reflect.get(target, name)),
        });
        return work({ db: paused, companyId, now: testNow() });
      }),
  });
  const [row] = await database.company(companyId, (db) => db.select().from(channelKeys).where(isKey));
  expect(row && openSecretBox(PRESENT, numbers).open(row.data, place).toString()).toBe("newer");
  expect((await openedWith(FORMER, own)).filter((kind) => kind === "key")).toEqual([]);
});

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}
