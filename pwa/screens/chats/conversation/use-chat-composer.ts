import { useRef } from "react";
import type { ChatMessageView, FileDraft } from "../../../../sync/client/index.ts";
import { fileLimits } from "../../../../sync/contracts/messages.ts";
import { useGrow } from "../../../messages/composer/grow.ts";
import { NotAllSent, textLeft } from "../../../messages/composer/not-all-sent.ts";
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
  const attachments = useAttachments(chatId, fileLimits);
  const field = useRef<HTMLTextAreaElement>(null);
  const quotedId = replyTo?.id ?? null;
  const recording = useRecording(chatId, async ({ id, blob }) => {
    onReplyTo(null);
    const message = { chatId, body: "", fileId: null, quotedId };
    await command("chatMessage.send", message, {
      file: { blob, name: voiceName(new Date()) },
      draft: { kind: "voice", id, ownerId: chatId },
    });
  });
  const isBlank = draft.text.trim() === "" && attachments.list.length === 0;
  useGrow(field, draft.text);
  const fieldText = useFieldText(field, draft.text, draft.write);

  async function send() {
    if (isBlank) return;
    const body = draft.text.trim();
    const files = attachments.take();
    draft.clear();
    onReplyTo(null);
    const [first, ...others] = files;
    if (!first) return sendText(body, quotedId);
    const isCaption = first.caption.trim() === "";
    const put = isCaption ? { ...first, caption: body } : first;
    await sendFiles([put, ...others]).catch((error: unknown) => {
      attachments.putBack();
      return putBack(textLeft(body, isCaption, error), error);
    });
    if (!isCaption && body !== "") await sendText(body, null);
  }

  const sendText = async (body: string, quoted: string | null) =>
    void (await command("chatMessage.send", { chatId, body, fileId: null, quotedId: quoted }).catch((error: unknown) =>
      putBack(body, error),
    ));

  /** The device could not store the message: its text and the message it answers are there again. */
  function putBack(text: string, error: unknown): never {
    if (text) draft.write(text);
    onReplyTo(replyTo);
    throw error;
  }

  /** Sends the files in the given order; the first one carries the quote. */
  async function sendFiles(files: readonly FileDraft[]) {
    field.current?.focus();
    for (const [index, { id, name, caption }] of files.entries()) {
      const blob = await attachments.blob(id);
      // Another tab has sent it.
      if (!blob) continue;
      const message = { chatId, body: caption.trim(), fileId: null, quotedId: index === 0 ? quotedId : null };
      const unsent = { file: { blob, name }, draft: { kind: "file", id } } as const;
      await command("chatMessage.send", message, unsent).catch((cause: unknown) => {
        throw new NotAllSent(index, cause);
      });
    }
  }
  return { field, fieldText, draft, attachments, recording, isBlank, send };
}
