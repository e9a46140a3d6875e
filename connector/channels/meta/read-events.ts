import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { SecretBox } from "../../../db/index.ts";
import {
  applyIncomingChange,
  type IncomingChange,
  type IncomingMessage,
  receiveMessage,
} from "../../../domain/desk/messages/index.ts";
import { eventPlace } from "../../../domain/desk/meta/index.ts";
import { applyWatermark, knownToChannel, recogniseSent } from "../../../domain/desk/outbox/index.ts";
import type { DeskContext } from "../../../domain/ground/context.ts";
import type { InboxRow } from "../../inbox/inbox-rows.ts";
import type { InboxEvent, InboxReader } from "../../inbox/inbox-worker.ts";
import type { GraphMessages, LinkedPage } from "./graph-messages.ts";
import { type NormalisedEvent, normaliseEvent, type PageAccount, personIn } from "./normalise-event.ts";
import type { PageChannel } from "./page-channel.ts";

const NAME_KEPT_MS = 24 * 3_600_000;
/** Meta allows thirty pictures in one message. */
const MAX_ATTACHED = 30;
/** How long a missing name is cached before it is requested again. */
const NO_NAME_KEPT_MS = 10 * 60_000;

export type EventReaderParts = {
  page: LinkedPage & PageAccount;
  box: SecretBox;
  graph: GraphMessages;
  channel: Pick<PageChannel, "settled" | "markSeenIfWatched">;
  logger: Logger;
};

/** Creates the reader of a page's events. */
export function openEventReader({ page, box, graph, channel, logger }: EventReaderParts): InboxReader {
  const names = new LRUCache<string, string>({ max: 2_000 });

  const open = ({ connectionId, providerId, plaintext }: InboxRow): unknown =>
    JSON.parse(box.open(plaintext, eventPlace(connectionId, providerId)).toString());

  async function learnName(person: string): Promise<void> {
    if (names.has(person)) return;
    const name = await graph.nameOf(page, person).catch((err) => {
      logger.debug({ event: "profile_fetch_failed", err }, "Profile name was not fetched");
      return "";
    });
    names.set(person, name, { ttl: name ? NAME_KEPT_MS : NO_NAME_KEPT_MS });
  }

  return async (rows) => {
    const [people, answered] = [new Set<string>(), new Set<string>()];
    for (const row of rows) {
      const meaning = attempt(() => normaliseEvent(received(row), page));
      const person = meaning && attempt(() => personIn(open(row), page.accountId));
      if (!person) continue;
      if (meaning.type === "messages" || meaning.type === "echo") people.add(person);
      if (meaning.type === "echo") answered.add(person);
    }
    await Promise.all([...people].map(learnName));
    // Waits for pending answers, because they contain the id of the echoed message.
    await channel.settled(answered);
    return (row) => {
      const meaning = normaliseEvent(received(row), page, (person) => names.get(person) ?? "");
      if (meaning.type === "messages")
        for (const { chatKey } of meaning.incoming.slice(0, 1)) channel.markSeenIfWatched(chatKey);
      return toInboxEvent(meaning);
    };
  };

  function received(row: InboxRow) {
    return { event: open(row), seq: row.seq, receivedAt: row.createdAt };
  }
}

/** Returns null when `work` throws: an unreadable row reports its error when it is processed. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

function toInboxEvent(meaning: NormalisedEvent): InboxEvent {
  if (meaning.type === "change" && meaning.change.type === "delete") {
    const { change } = meaning;
    return { type: "report", write: (ctx) => removeAll(ctx, change) };
  }
  if (meaning.type === "change" || meaning.type === "nothing") return meaning;
  return { type: "report", write: (ctx) => write(ctx, meaning) };
}

async function write(
  ctx: DeskContext,
  meaning: Exclude<NormalisedEvent, { type: "change" | "nothing" }>,
): Promise<string[]> {
  if (meaning.type === "watermark") await applyWatermark(ctx, meaning.mark);
  if (meaning.type === "watermark" || (meaning.type === "echo" && (await recogniseSent(ctx, meaning.seen)))) return [];
  return receiveAll(ctx, meaning.incoming);
}

/** Deletes a message together with all its attachments. */
async function removeAll(ctx: DeskContext, change: IncomingChange): Promise<string[]> {
  const { connectionId, targetProviderId } = change;
  const others = Array.from({ length: MAX_ATTACHED }, (_, index) => `${targetProviderId}/${index + 1}`);
  const stored = await knownToChannel(ctx, connectionId, others);
  for (const id of [targetProviderId, ...stored]) await applyIncomingChange(ctx, { ...change, targetProviderId: id });
  return [];
}

async function receiveAll(ctx: DeskContext, all: readonly IncomingMessage[]): Promise<string[]> {
  const withMedia: string[] = [];
  for (const incoming of all) {
    const { messageId, isNew } = await receiveMessage(ctx, incoming);
    if (isNew && messageId && incoming.media) withMedia.push(messageId);
  }
  return withMedia;
}
