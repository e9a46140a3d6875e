import type { QuickMessageDocument } from "../../../../contracts/desk/quick-messages.ts";
import type { AiAction } from "../../../../contracts/office/ai-purposes.ts";
import { searchable } from "../../../../contracts/search-text.ts";
import type { MessageView } from "../../../../sync/client/index.ts";
import { mediaName, withoutMarks } from "../../../conversation/text/message-summary.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import type { Hider, TextPiece } from "./hide-personal.ts";

/** A line of the preview. `stays`: a file that is not sent. */
export type LeavingRow = { id: string; who: string; pieces: TextPiece[]; stays: string | null };

type Source = {
  messages: readonly MessageView[];
  draft: string;
  /** The quick replies that may be sent along; empty when the user has switched them off. */
  quickReplies: readonly QuickMessageDocument[];
  hider: Hider;
};

const MAX_CHARACTERS = 11_000;
const MAX_QUICK_REPLIES = 5;
const messageCounts: Record<AiAction, number> = { improve: 0, shorten: 0, translate: 0, summarise: 80, suggest: 20 };

/** Returns the lines of a request. Files, and everything that `hider` hides, stay on this device. */
export function whatLeaves(action: AiAction, { messages, draft, quickReplies, hider }: Source): LeavingRow[] {
  const talk = messages.filter(
    ({ isDeleted, hidden, mediaType }) => !isDeleted && !hidden && mediaType !== "unsupported",
  );
  const rowOf = (id: string, who: string, text: string, stays: string | null = null): LeavingRow => ({
    id,
    who,
    pieces: hider.hide(text),
    stays,
  });
  const ofMessage = ({ id, fromMe, body, mediaType }: MessageView): LeavingRow => {
    // The text of a location or contact card is data of a person.
    const isText = mediaType === "chat" || !/vcard|contact|location/i.test(mediaType);
    const words = isText ? withoutMarks(body.replace(/^\*[^*\n]+:\*\n/, "")).trim() : "";
    return rowOf(id, fromMe ? m.ai_team() : m.ai_customer(), words, mediaType === "chat" ? null : mediaName(mediaType));
  };
  if (action === "improve" || action === "shorten") return [rowOf("draft", m.ai_draft_row(), draft.trim())];
  if (action === "translate") {
    const spoken = talk.filter(({ fromMe, mediaType }) => !fromMe && mediaType === "chat").slice(-3);
    return [...spoken.map(ofMessage), rowOf("draft", m.ai_draft_row(), draft.trim())];
  }
  const rows = newestWithin(talk.slice(-messageCounts[action]).map(ofMessage));
  if (action === "summarise") return rows;
  const fitting = fittingReplies(quickReplies, rows);
  return [
    ...rows,
    ...fitting.map((reply) => rowOf(reply.id, m.ai_quick_row(), `/${reply.shortcode} ${reply.message}`)),
  ];
}

/** Returns exactly the text that is sent for these lines. */
export const leavingText = (rows: readonly LeavingRow[]): string =>
  rows
    .filter(({ pieces }) => pieces.length > 0)
    .map(({ who, pieces }) => `${who}: ${pieces.map(({ text }) => text).join("")}`)
    .join("\n");

/** Keeps the newest lines that fit into a request. */
function newestWithin(rows: LeavingRow[]): LeavingRow[] {
  let room = MAX_CHARACTERS;
  const from = rows.findLastIndex((row) => {
    room -= leavingText([row]).length + 1;
    return room < 0;
  });
  return rows.slice(from + 1);
}

/** Returns the quick replies that share the most words with the last lines, the best first. */
function fittingReplies(replies: readonly QuickMessageDocument[], rows: readonly LeavingRow[]): QuickMessageDocument[] {
  const wordsOf = (text: string) =>
    new Set(
      searchable(text)
        .split(/[^\p{L}]+/u)
        .filter((word) => word.length > 3),
    );
  const written = wordsOf(leavingText(rows.slice(-6)));
  const shared = (reply: QuickMessageDocument) =>
    [...wordsOf(`${reply.shortcode} ${reply.message}`)].filter((word) => written.has(word)).length;
  return replies
    .map((reply) => ({ reply, score: shared(reply) }))
    .sort((a, b) => b.score - a.score || a.reply.shortcode.localeCompare(b.reply.shortcode))
    .slice(0, MAX_QUICK_REPLIES)
    .map(({ reply }) => reply);
}
