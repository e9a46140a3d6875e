import { useCallback } from "react";
import type { MessageView } from "../../../../sync/client/index.ts";
import type { Card } from "../../../../sync/contracts/cards.ts";
import type { Place } from "../../../../sync/contracts/places.ts";
import type { Recording } from "../../../messages/composer/recording/recorder.ts";
import { voiceName } from "../../../messages/composer/recording/voice-name.ts";
import type { Attachment } from "../../../messages/composer/use-attachments.ts";
import { useDesk, useDeskUser } from "../../../session/desk.tsx";
import { signed, signedAs } from "./signature.ts";

type Outgoing = { text: string; sign: boolean; quoted: MessageView | null; quickFileId: string | null };

/**
 * Returns the commands that send text, files, voice messages, contacts and locations; files are sent in the given
 * order.
 */
export function useSendMessage(ticketId: string, messages: MessageView[]) {
  const desk = useDesk();
  const user = useDeskUser();
  const seenMessageId = messages.findLast((message) => message.local === null)?.id ?? null;

  const sendText = useCallback(
    ({ text, sign, quoted, quickFileId }: Outgoing) =>
      desk.send("message.send", {
        ticketId,
        body: signed(text.trim(), user.name, sign),
        quotedId: quoted?.id ?? null,
        fileId: quickFileId,
        seenMessageId,
      }),
    [desk, user.name, ticketId, seenMessageId],
  );

  const sendFiles = useCallback(
    async (attachments: Attachment[], sign: boolean, quoted: MessageView | null) => {
      for (const [index, { file, caption }] of attachments.entries()) {
        await desk.send(
          "message.send",
          {
            ticketId,
            body: signed(caption.trim(), user.name, sign),
            quotedId: index === 0 ? (quoted?.id ?? null) : null,
            seenMessageId,
          },
          { file: { blob: file, name: file.name } },
        );
      }
    },
    [desk, user.name, ticketId, seenMessageId],
  );

  const sendVoice = useCallback(
    ({ blob }: Recording, quoted: MessageView | null) =>
      desk.send(
        "message.send",
        { ticketId, quotedId: quoted?.id ?? null, seenMessageId, isVoice: true },
        { file: { blob, name: voiceName(new Date()) } },
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
      await desk.send("message.edit", { ticketId, messageId: id, body });
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
  return { sendText, sendFiles, sendVoice, sendCards, sendPlace, changeWords, sendAgain };
}
