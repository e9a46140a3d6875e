import { useRef } from "react";
import type { ChatMessageView } from "../../../../sync/client/index.ts";
import { fileLimits } from "../../../../sync/contracts/messages.ts";
import { useGrow } from "../../../messages/composer/grow.ts";
import { useRecording } from "../../../messages/composer/recording/use-recording.ts";
import { voiceName } from "../../../messages/composer/recording/voice-name.ts";
import { useAttachments } from "../../../messages/composer/use-attachments.ts";
import { useFieldText } from "../../../messages/composer/use-field-text.ts";
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
  const attachments = useAttachments(fileLimits);
  const field = useRef<HTMLTextAreaElement>(null);
  const quotedId = replyTo?.id ?? null;
  const recording = useRecording(async ({ blob }) => {
    onReplyTo(null);
    const message = { chatId, body: "", fileId: null, quotedId };
    await command("chatMessage.send", message, { file: { blob, name: voiceName(new Date()) } });
  });
  const isBlank = draft.text.trim() === "";
  useGrow(field, draft.text);
  const fieldText = useFieldText(field, draft.text, draft.write);

  async function send() {
    if (isBlank) return;
    const body = draft.text.trim();
    draft.clear();
    onReplyTo(null);
    attachments.forgetProblems();
    await command("chatMessage.send", { chatId, body, fileId: null, quotedId });
  }

  /** Sends the files in the given order; the first one carries the quote. */
  async function sendFiles() {
    const files = attachments.take();
    onReplyTo(null);
    for (const [index, { file, caption }] of files.entries()) {
      const message = { chatId, body: caption.trim(), fileId: null, quotedId: index === 0 ? quotedId : null };
      await command("chatMessage.send", message, { file: { blob: file, name: file.name } });
    }
    field.current?.focus();
  }
  return { field, fieldText, draft, attachments, recording, isBlank, send, sendFiles };
}
