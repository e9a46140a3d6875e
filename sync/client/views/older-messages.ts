import { acks, type MediaType, type MessageOrigin, type MessageRow, mediaTypes } from "../../contracts/messages.ts";
import type { ApiFetch } from "../desk-types.ts";

/** Messages per page of the HTTP interface; page 1 is the newest, oldest first. */
const PAGE = 20;
/** Pages requested at once when known messages have moved to other pages meanwhile. */
const MOST_PAGES = 5;

/** A message of the HTTP interface, as far as the device reads it. */
type WireMessage = {
  id: string;
  ticketId: string;
  fromMe: boolean;
  body: string;
  createdAt: string;
  ack: number;
  isDeleted: boolean;
  mediaType: string | null;
  mediaUrl: string | null;
  queueId: string | null;
  origin?: MessageOrigin | null;
  contact?: { name: string } | null;
  quotedMsg?: { id?: string; body: string; fromMe: boolean; contact?: { name: string } | null } | null;
};

/** Fetches the messages before the known ones; `complete`: there are none before these. */
export async function fetchOlder(
  apiFetch: ApiFetch,
  ticketId: string,
  known: readonly MessageRow[],
): Promise<{ messages: MessageRow[]; complete: boolean }> {
  const ids = new Set(known.map((row) => row.id));
  const messages: MessageRow[] = [];
  let page = Math.floor(known.length / PAGE) + 1;
  for (let asked = 0; asked < MOST_PAGES; asked += 1, page += 1) {
    const response = await apiFetch(`/messages/${ticketId}?pageNumber=${page}`);
    const answer = (await response.json()) as { messages: WireMessage[]; hasMore: boolean };
    messages.push(...answer.messages.filter((wire) => !ids.has(wire.id)).map(rowOf));
    if (!answer.hasMore) return { messages, complete: true };
    if (messages.length >= PAGE) break;
  }
  return { messages, complete: false };
}

/** Fields that the HTTP interface does not have (delivery times, sizes) stay empty: an older message is only read. */
function rowOf(wire: WireMessage): MessageRow {
  const mediaType = mediaTypeOf(wire);
  return {
    id: wire.id,
    ticketId: wire.ticketId,
    queueId: wire.queueId,
    fromMe: wire.fromMe,
    userId: null,
    origin: wire.origin ?? null,
    author: wire.contact?.name ?? null,
    body: wire.body,
    mediaType,
    media: wire.mediaUrl ? mediaOf(wire.mediaUrl, wire.body) : null,
    quoted: wire.quotedMsg
      ? {
          id: wire.quotedMsg.id ?? null,
          body: wire.quotedMsg.body,
          fromMe: wire.quotedMsg.fromMe,
          mediaType: "chat",
          author: wire.quotedMsg.contact?.name ?? "",
        }
      : null,
    ack: wire.ack ?? acks.server,
    errorCode: null,
    life: { server: null, accepted: null, delivered: null, read: null, played: null },
    reactions: [],
    isDeleted: wire.isDeleted,
    editedAt: null,
    isLate: false,
    hidden: false,
    createdAt: wire.createdAt,
    receivedAt: wire.createdAt,
    seq: 0,
  };
}

function mediaTypeOf(wire: WireMessage): MediaType {
  const known = mediaTypes.find((type) => type === wire.mediaType);
  return known ?? (wire.mediaUrl ? "document" : "chat");
}

function mediaOf(address: string, name: string): MessageRow["media"] {
  const fileId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(address)?.[0] ?? null;
  return { fileId, name, mimetype: "", size: 0, seconds: null, waveform: null, state: fileId ? "ready" : "failed" };
}
