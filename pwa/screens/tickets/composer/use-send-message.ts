import { useCallback } from "react";
import type { Card } from "../../../../contracts/desk/bodies/cards.ts";
import type { Place } from "../../../../contracts/desk/bodies/places.ts";
import type { MessageView, StoredVoice } from "../../../../sync/client/index.ts";
import { serverDate } from "../../../../sync/client/server-clock.ts";
import { voiceName } from "../../../conversation/composer/recording/voice-name.ts";
import type { SentFile } from "../../../conversation/composer/send-files.ts";
import { useDesk, useDeskUser } from "../../../session/desk.tsx";
import { signed, signedAs } from "./signature.ts";
import type { LeavingDraft } from "./use-draft.ts";

type Outgoing = {
  text: string;
  sign: boolean;
  quoted: MessageView | null;
  quickFileId: string | null;
  draft: LeavingDraft;
};

/**
 * Returns the commands that send text, files, voice messages, contacts and locations.
 */
export function useSendMessage(ticketId: string, messages: MessageView[]) {
  const desk = useDesk();
  const user = useDeskUser();
  const seenMessageId = messages.findLast((message) => message.local === null)?.id ?? null;

  const sendText = useCallback(
    ({ text, sign, quoted, quickFileId, draft }: Outgoing) =>
      desk.send(
        "message.send",
        {
          ticketId,
          body: signed(text.trim(), user.name, sign),
          quotedId: quoted?.id ?? null,
          fileId: quickFileId,
          seenMessageId,
          ...sharedOf(draft),
        },
        { draft: { kind: "text", ownerId: ticketId, sent: draft.sent } },
      ),
    [desk, user.name, ticketId, seenMessageId],
  );

  /** `draft`: the draft that is the file's caption, if it is. */
  const sendFile = useCallback(
    ({ file, id, caption }: SentFile, sign: boolean, quoted: MessageView | null, draft: LeavingDraft | null) => {
      const message = {
        ...{ ticketId, body: signed(caption.trim(), user.name, sign), seenMessageId },
        quotedId: quoted?.id ?? null,
        ...sharedOf(draft),
      };
      const text = draft && ({ kind: "text", ownerId: ticketId, sent: draft.sent } as const);
      return desk.send("message.send", message, { file, draft: { kind: "file", id, caption: text } });
    },
    [desk, user.name, ticketId, seenMessageId],
  );

  const sendVoice = useCallback(
    ({ id, blob }: StoredVoice, quoted: MessageView | null) =>
      desk.send(
        "message.send",
        { ticketId, quotedId: quoted?.id ?? null, seenMessageId, isVoice: true },
        { file: { blob, name: voiceName(serverDate()) }, draft: { kind: "voice", id, ownerId: ticketId } },
      ),
    [desk, ticketId, seenMessageId],
  );

  const sendCards = useCallback(
    (cards: Card[], quoted: MessageView | null) =>
      desk.send("message.send", { ticketId, cards, quotedId: quoted?.id ?? null, seenMessageId }),
    [desk, ticketId, seenMessageId],
  );

  const sendPlace = useCallback(
    (place: Place, quoted: MessageView | null) =>
      desk.send("message.send", { ticketId, place, quotedId: quoted?.id ?? null, seenMessageId }),
    [desk, ticketId, seenMessageId],
  );

  /**
   * Changes the text of a sent or queued message. While it is only on this device, the queued command itself is
   * changed.
   */
  const changeWords = useCallback(
    async ({ id, body: before, local }: MessageView, text: string) => {
      const body = signedAs(before, text.trim());
      if (body === before) return;
      if (local !== null && (await desk.edit(id, { body }))) return;
      await desk.send("message.edit", { ticketId, messageId: id, body }, { draft: { kind: "edit", ticketId } });
    },
    [desk, ticketId],
  );

  /** Changes the text of a message that failed to send and retries it. */
  const sendAgain = useCallback(
    async (message: MessageView, text: string, sign: boolean) => {
      if (!message.commandId) return;
      await desk.edit(message.commandId, { body: signed(text.trim(), user.name, sign) });
      await desk.retry(message.commandId);
    },
    [desk, user.name],
  );
  return { sendText, sendFile, sendVoice, sendCards, sendPlace, changeWords, sendAgain };
}

const sharedOf = (draft: LeavingDraft | null) => (draft?.shared ? { draft: draft.shared } : {});
