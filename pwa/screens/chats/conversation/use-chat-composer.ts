import { useRef, useState } from "react";
import { fileLimits } from "../../../../contracts/desk/messages.ts";
import type { ChatMessageView, FileDraft, SentTextDraft } from "../../../../sync/client/index.ts";
import { serverDate } from "../../../../sync/client/server-clock.ts";
import { useGrow } from "../../../conversation/composer/grow.ts";
import { createLeavings } from "../../../conversation/composer/leave-field.ts";
import { NotAllSent } from "../../../conversation/composer/not-all-sent.ts";
import { useRecording } from "../../../conversation/composer/recording/use-recording.ts";
import { voiceName } from "../../../conversation/composer/recording/voice-name.ts";
import { useAttachments } from "../../../conversation/composer/use-attachments.ts";
import { useFieldText } from "../../../conversation/composer/use-field-text.ts";
import { useCommand } from "../../../session/desk.tsx";
import { useChatDraft } from "./use-chat-draft.ts";

export type ChatWriting = {
  replyTo: ChatMessageView | null;
  onReplyTo: (message: ChatMessageView | null) => void;
};

/** Holds the message that is being written (text, files, voice), and sends it. */
export function useChatComposer(chatId: string, { replyTo, onReplyTo }: ChatWriting) {
  const command = useCommand();
  const draft = useChatDraft(chatId);
  const attachments = useAttachments(chatId, fileLimits);
  const field = useRef<HTMLTextAreaElement>(null);
  const [leavings] = useState(createLeavings);
  const quotedId = replyTo?.id ?? null;
  const recording = useRecording(chatId, async ({ id, blob }) => {
    const message = { chatId, body: "", fileId: null, quotedId };
    await command("chatMessage.send", message, {
      file: { blob, name: voiceName(serverDate()) },
      draft: { kind: "voice", id, ownerId: chatId },
    });
    onReplyTo(null);
  });
  const isBlank = draft.text.trim() === "" && attachments.list.length === 0;
  useGrow(field, draft.text);
  const fieldText = useFieldText(field, draft.text, draft.write);

  /** Nothing leaves the composer before the device has stored it. */
  async function send() {
    if (isBlank) return;
    await leavings.send(draft.text, {
      async store(words, isLater) {
        draft.hold();
        await storeMessages(words, isLater).catch((error: unknown) => {
          draft.release();
          throw error;
        });
      },
      take(words) {
        draft.sent(words);
        onReplyTo(null);
      },
    });
  }

  async function storeMessages(words: string, isLater: boolean) {
    const body = words.trim();
    const quoted = isLater ? null : quotedId;
    const [first, ...others] = attachments.take();
    if (!first) return sendText(words, quoted);
    const isCaption = first.caption.trim() === "";
    const put = isCaption ? { ...first, caption: body } : first;
    await sendFiles([put, ...others], quoted, isCaption && words !== "" ? leavingOf(words) : null).catch(
      (error: unknown) => {
        attachments.putBack();
        if (error instanceof NotAllSent && error.sent > 0) {
          onReplyTo(null);
          if (isCaption) draft.sent(words);
        }
        throw error;
      },
    );
    if (!isCaption && body !== "") await sendText(words, null);
  }

  const leavingOf = (words: string): SentTextDraft => ({ kind: "chat", ownerId: chatId, sent: draft.leaving(words) });

  async function sendText(words: string, quotedId: string | null) {
    const message = { chatId, body: words.trim(), fileId: null, quotedId };
    await command("chatMessage.send", message, { draft: leavingOf(words) });
  }

  /** Sends the files in the given order; the first one carries the quote. */
  async function sendFiles(files: readonly FileDraft[], quoted: string | null, text: SentTextDraft | null) {
    field.current?.focus();
    for (const [index, { id, name, caption }] of files.entries()) {
      const blob = await attachments.blob(id);
      // Another tab has sent it.
      if (!blob) continue;
      const message = { chatId, body: caption.trim(), fileId: null, quotedId: index === 0 ? quoted : null };
      const unsent = { file: { blob, name }, draft: { kind: "file", id, caption: index === 0 ? text : null } } as const;
      await command("chatMessage.send", message, unsent).catch((cause: unknown) => {
        throw new NotAllSent(index, cause);
      });
    }
  }
  return { field, fieldText, draft, attachments, recording, isBlank, send };
}
