import { useRef, useState } from "react";
import { fileLimits } from "../../../../contracts/desk/messages.ts";
import type { ChatMessageView, SentTextDraft } from "../../../../sync/client/index.ts";
import { serverDate } from "../../../../sync/client/server-clock.ts";
import { useGrow } from "../../../conversation/composer/grow.ts";
import { createLeavings } from "../../../conversation/composer/leave-field.ts";
import { useRecording } from "../../../conversation/composer/recording/use-recording.ts";
import { voiceName } from "../../../conversation/composer/recording/voice-name.ts";
import { captioned, sendFiles } from "../../../conversation/composer/send-files.ts";
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
    const files = attachments.take();
    if (files.length === 0) return sendText(words, quoted);
    const withCaption = captioned(files, body);
    field.current?.focus();
    await sendFiles(withCaption ?? files, {
      attachments,
      send: ({ file, id, caption, isFirst }) => {
        const message = { chatId, body: caption.trim(), fileId: null, quotedId: isFirst ? quoted : null };
        const text = isFirst && withCaption && words !== "" ? leavingOf(words) : null;
        return command("chatMessage.send", message, { file, draft: { kind: "file", id, caption: text } });
      },
      onSomeSent() {
        onReplyTo(null);
        if (withCaption) draft.sent(words);
      },
    });
    if (!withCaption && body !== "") await sendText(words, null);
  }

  const leavingOf = (words: string): SentTextDraft => ({ kind: "chat", ownerId: chatId, sent: draft.leaving(words) });

  async function sendText(words: string, quotedId: string | null) {
    const message = { chatId, body: words.trim(), fileId: null, quotedId };
    await command("chatMessage.send", message, { draft: leavingOf(words) });
  }
  return { field, fieldText, draft, attachments, recording, isBlank, send };
}
