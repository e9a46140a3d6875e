import { createHash } from "node:crypto";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import * as v from "valibot";
import { storable } from "../../../contracts/storable.ts";
import { type Database, type SecretBox, schema } from "../../../db/index.ts";
import { insertInboxRows } from "../connections/index.ts";
import { notifyOutbox } from "../outbox/index.ts";

const { channelAccounts } = schema;

const Event = v.record(v.string(), v.unknown());
const Body = v.object({
  object: v.string(),
  entry: v.array(v.object({ id: v.union([v.string(), v.number()]), messaging: v.optional(v.unknown()) })),
});
const channelOf = new Map<string, "facebook" | "instagram">([
  ["page", "facebook"],
  ["instagram", "instagram"],
]);

/** The encryption context of a page's event. */
export const eventPlace = (connectionId: string, key: string) => `page event/${connectionId}/${key}`;

/** `ignored`: events of pages that no connection has, or of unsubscribed kinds. */
export type KeptEvents = { kept: number; ignored: number };

/**
 * Stores Meta's events, each page's in its company, all committed when this resolves: only then may Meta get 200.
 * Repeated events are recognised by their content.
 */
export async function keepEvents(database: Database, box: SecretBox, body: unknown, now: Date): Promise<KeptEvents> {
  const parsed = v.safeParse(Body, body);
  const channel = parsed.success ? channelOf.get(parsed.output.object) : undefined;
  if (!parsed.success || !channel) return { kept: 0, ignored: 1 };
  const counts: KeptEvents = { kept: 0, ignored: 0 };
  for (const [accountId, events] of eventsByAccount(parsed.output.entry)) {
    const holder = await holderOf(database, channel, accountId);
    const isKept = holder !== undefined && events.length > 0 && (await keep(database, box, holder, events, now));
    if (isKept) counts.kept += events.length;
    else counts.ignored += Math.max(1, events.length);
  }
  return counts;
}

type Holder = { companyId: string; connectionId: string };
type PageEvent = Record<string, unknown>;

/** Companies in a fixed order, whatever order the body has, so that two deliveries never deadlock. */
function eventsByAccount(entries: v.InferOutput<typeof Body>["entry"]): [string, PageEvent[]][] {
  const byAccount = new Map<string, PageEvent[]>();
  for (const { id, messaging } of entries) {
    const events = (Array.isArray(messaging) ? messaging : []).filter((event) => v.is(Event, event));
    byAccount.set(String(id), [...(byAccount.get(String(id)) ?? []), ...events]);
  }
  return [...byAccount].sort(([a], [b]) => (a < b ? -1 : 1));
}

async function holderOf(database: Database, channel: string, accountId: string): Promise<Holder | undefined> {
  const [found] = await database.platform.execute<{ company_id: string; connection_id: string }>(
    sql`select * from find_channel_account(${channel}, ${storable(accountId)})`,
  );
  return found && { companyId: found.company_id, connectionId: found.connection_id };
}

/** Returns false when a user has disconnected the page: its further events are dropped. */
async function keep(
  database: Database,
  box: SecretBox,
  { companyId, connectionId }: Holder,
  events: readonly PageEvent[],
  now: Date,
): Promise<boolean> {
  return database.company(companyId, async (db) => {
    const [linked] = await db
      .select({ id: channelAccounts.connectionId })
      .from(channelAccounts)
      .where(
        and(
          eq(channelAccounts.companyId, companyId),
          eq(channelAccounts.connectionId, connectionId),
          isNotNull(channelAccounts.sealed),
        ),
      );
    if (!linked) return false;
    const rows = events.map((event) => {
      const bytes = Buffer.from(JSON.stringify(storable(event)));
      const key = createHash("sha256").update(bytes).digest("hex");
      const plaintext = box.seal(bytes, eventPlace(connectionId, key));
      const order = { epoch: 0, seq: sql<number>`nextval('page_event_order')` };
      return { companyId, connectionId, providerId: key, part: 0, ...order, attrs: {}, plaintext, createdAt: now };
    });
    await insertInboxRows(db, rows);
    await notifyOutbox({ db, companyId, now }, connectionId);
    return true;
  });
}
