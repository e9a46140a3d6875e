import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testNow, testTime } from "../../../contracts/testing/clock.ts";
import { sizeOf } from "../../../contracts/testing/sizes.ts";
import { schema } from "../../../db/index.ts";
import { type OwnDatabase, openOwnDatabase } from "../../../db/testing/own-database.ts";
import { keepEvents } from "../../../domain/desk/meta/index.ts";
import { sandboxConfig } from "../../config.ts";
import { type Connector, startConnector } from "../../connector.ts";
import { SECRET_KEY, until } from "../../testing/given-connection.ts";
import { box, givenPage, type PageCompany, type Pages, startPages } from "../../testing/given-pages.ts";

/** The number of events; FUZZ_PAGES and FUZZ_SEED extend the search. */
const RUNS = sizeOf("FUZZ_PAGES");
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);
const AT_ONCE = 50;

let own: OwnDatabase;
let meta: Pages;
let connector: Connector;
let company: PageCompany;
let dataDir: string;
beforeAll(async () => {
  own = await openOwnDatabase();
  meta = await startPages(own.database);
  dataDir = mkdtempSync(join(tmpdir(), "balcao-page-fuzz-"));
  company = await givenPage(own.database, meta);
  connector = await startConnector({
    database: own.database,
    dataDir,
    secrets: SECRET_KEY,
    config: { ...sandboxConfig("ws://127.0.0.1:1"), renewMs: 200, pollMs: 300 },
    logger: pino({ level: "silent" }),
    meta: meta.config,
  });
  await company.untilConnected();
}, 120_000);
afterAll(async () => {
  await connector.stop();
  meta.stop();
  await own.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const mids = fc.constantFrom("m_1", "m_2", "m_3", "", "m_\u0000", "x".repeat(400));
const person = fc.constantFrom("7001", "7002", "", "0", "\u0000");
/** A valid value in three of four cases, otherwise anything. */
const or = (value: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: fc.anything() });
const url = fc.constantFrom(
  "http://127.0.0.1:1/x",
  "https://example.com/a%ZZ",
  "javascript:1",
  "file:///etc/passwd",
  "",
);
const attachment = fc.record(
  {
    type: or(
      fc.constantFrom("image", "video", "audio", "file", "fallback", "share", "location", "story_mention", "reel"),
    ),
    payload: or(
      fc.record(
        {
          url: or(url),
          title: or(fc.string()),
          sticker_id: fc.anything(),
          coordinates: or(fc.record({ lat: fc.double(), long: fc.double() })),
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
);
const message = fc.record(
  {
    mid: or(mids),
    text: or(fc.string({ unit: "binary" })),
    is_echo: or(fc.boolean()),
    is_deleted: or(fc.boolean()),
    app_id: or(fc.constantFrom(100, "100")),
    metadata: or(fc.oneof(fc.uuid(), fc.string())),
    attachments: or(fc.array(attachment, { maxLength: 3 })),
    reply_to: or(fc.record({ mid: mids })),
    quick_reply: fc.anything(),
  },
  { requiredKeys: [] },
);
const times = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -1, 8.64e15, 8.65e15, Number.MAX_VALUE, testTime()),
);
const eventOf = (pageId: string) =>
  fc.record(
    {
      sender: or(fc.record({ id: fc.oneof(person, fc.constant(pageId)) })),
      recipient: or(fc.record({ id: fc.oneof(person, fc.constant(pageId)) })),
      timestamp: or(times),
      message: or(message),
      postback: or(fc.record({ mid: mids, title: fc.string(), payload: fc.anything() }, { requiredKeys: [] })),
      reaction: or(fc.record({ mid: mids, action: fc.constantFrom("react", "unreact", "x"), emoji: fc.string() })),
      message_edit: or(fc.record({ mid: mids, text: fc.string() })),
      delivery: or(fc.record({ mids: or(fc.array(mids)), watermark: or(times) })),
      read: or(fc.record({ watermark: or(times), mid: or(mids) }, { requiredKeys: [] })),
    },
    { requiredKeys: ["sender"] },
  );

test(
  `${RUNS} malformed page events: none blocks the inbox, and the next valid message arrives`,
  async () => {
    const accountId = company.accounts.facebook;
    let round = 0;
    const batch = fc.array(eventOf(accountId), { minLength: AT_ONCE, maxLength: AT_ONCE });
    await fc.assert(
      fc.asyncProperty(batch, async (events) => {
        const body = JSON.parse(
          JSON.stringify({ object: "page", entry: [{ id: accountId, messaging: events }] }, (_, value) =>
            typeof value === "bigint" ? String(value) : value,
          ),
        );
        await keepEvents(own.database, box, body, testNow());
        const text = `honesta ${++round}`;
        meta.phones.write({ accountId, personId: "7999", text });
        await until(async () => (await company.bodies()).filter((one) => one === text).length === 1);
        const rows = await company.inside((db) => db.select().from(schema.inbox));
        expect(rows.filter(({ attrs }) => attrs["desk-error"] !== undefined)).toEqual([]);
        expect(rows.filter(({ doneAt }) => doneAt === null)).toEqual([]);
      }),
      { seed: SEED, numRuns: Math.ceil(RUNS / AT_ONCE), endOnFailure: true },
    );
  },
  60_000 + RUNS * 60,
);
