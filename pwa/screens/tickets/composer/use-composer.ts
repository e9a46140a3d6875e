import { useRef, useState } from "react";
import type { MessageView, TicketView } from "../../../../sync/client/index.ts";
import { channelAbilities } from "../../../../sync/contracts/channel-abilities.ts";
import type { QuickMessageDocument } from "../../../../sync/contracts/quick-messages.ts";
import { useGrow } from "../../../messages/composer/grow.ts";
import { NotAllSent, textLeft } from "../../../messages/composer/not-all-sent.ts";
import { useRecording } from "../../../messages/composer/recording/use-recording.ts";
import { useAttachments } from "../../../messages/composer/use-attachments.ts";
import { useFieldText } from "../../../messages/composer/use-field-text.ts";
import { readSignOption, storeSignOption } from "../../../session/session-keys.ts";
import { fillVariables } from "../../quick-messages/parts/fill-variables.ts";
import { useAsReplyTarget } from "../palette/reply-target.ts";
import { useDraft } from "./use-draft.ts";
import { useEditing } from "./use-editing.ts";
import { useNoteMode } from "./use-note-mode.ts";
import { useQuickReplies } from "./use-quick-replies.ts";
import { useSendMessage } from "./use-send-message.ts";
import { useTypedEarly } from "./use-typed-early.ts";
import { useVariableValues } from "./use-variable-values.ts";

export type Writing = {
  messages: MessageView[];
  replyTo: MessageView | null;
  onReplyTo: (message: MessageView | null) => void;
};

export type Composing = ReturnType<typeof useComposer>;

/** Holds the message that is being written (text, files, voice, quick reply, edit), and sends it. */
export function useComposer(ticket: TicketView, { messages, replyTo, onReplyTo }: Writing) {
  const draft = useDraft(ticket.id);
  const attachments = useAttachments(ticket.id, channelAbilities[ticket.channel].fileLimits);
  const sending = useSendMessage(ticket.id, messages);
  const editing = useEditing(draft);
  const { text, write } = editing;
  const values = useVariableValues(ticket);
  const [sign, setSign] = useState(() => readSignOption(localStorage));
  const [quickFile, setQuickFile] = useState<{ id: string; name: string } | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const mode = useNoteMode(ticket, { field, isRead: draft.isRead, isTouched: draft.touched });
  const recording = useRecording(ticket.id, async (recorded) => {
    onReplyTo(null);
    await sending.sendVoice(recorded, replyTo);
  });
  // A file may be sent without a caption.
  const mayBeEmpty =
    quickFile !== null ||
    (attachments.list.length > 0 && editing.message === null) ||
    (editing.message !== null && editing.message.mediaType !== "chat");
  const isBlank = text.trim() === "" && !mayBeEmpty;
  useGrow(field, text);
  const fieldText = useFieldText(field, text, write);
  useTypedEarly(ticket.id, { draft, toEnd: fieldText.toEnd });

  function takeReply(reply: QuickMessageDocument) {
    mode.leave();
    write(fillVariables(reply.message, values()));
    if (!editing.message)
      setQuickFile(reply.fileId ? { id: reply.fileId, name: reply.fileName ?? reply.shortcode } : null);
    field.current?.focus();
  }
  const quick = useQuickReplies(text, takeReply);
  useAsReplyTarget(ticket.contactName, takeReply);

  function edit(message: MessageView) {
    mode.leave();
    onReplyTo(null);
    editing.begin(message);
    fieldText.toEnd();
  }

  /** Empties the composer after its message was sent or scheduled. */
  function clear() {
    draft.clear();
    onReplyTo(null);
    setQuickFile(null);
    attachments.forgetProblems();
    quick.close();
  }

  async function send() {
    if (isBlank) return;
    const { message } = editing;
    if (message) {
      editing.leave();
      quick.close();
      await (message.local === "refused" ? sending.sendAgain(message, text, sign) : sending.changeWords(message, text));
      return;
    }
    if (attachments.list.length > 0) return sendFiles();
    leaveSent();
    await sendText(replyTo);
  }

  const sendText = (quoted: MessageView | null) =>
    sending.sendText({ text, sign, quoted, quickFileId: quickFile?.id ?? null }).catch((error: unknown) => {
      setQuickFile(quickFile);
      onReplyTo(quoted);
      return putBack(text)(error);
    });

  /**
   * The text is the caption of the first file, unless that has one or the text has a file of its own, of a quick reply:
   * then it follows as a message of its own.
   */
  async function sendFiles() {
    const [first, ...others] = attachments.take();
    if (!first) return;
    leaveSent();
    field.current?.focus();
    const isCaption = first.caption.trim() === "" && !quickFile;
    const files = [isCaption ? { ...first, caption: text } : first, ...others];
    await sending.sendFiles(files, sign, replyTo, isCaption ? ticket.id : null).catch((error: unknown) => {
      attachments.putBack();
      if (!(error instanceof NotAllSent && error.sent > 0)) onReplyTo(replyTo);
      setQuickFile(quickFile);
      return putBack(textLeft(text, isCaption, error))(error);
    });
    if (isCaption || (text.trim() === "" && !quickFile)) return;
    await sendText(null);
  }

  /** Empties the composer for a message that takes the stored draft with it. */
  function leaveSent() {
    draft.sent();
    onReplyTo(null);
    setQuickFile(null);
    attachments.forgetProblems();
    quick.close();
  }

  /** The device could not store the message: its text stands in the field again. */
  const putBack = (unsent: string) => (error: unknown) => {
    if (unsent) draft.write(unsent);
    throw error;
  };

  function changeSign(isOn: boolean) {
    setSign(isOn);
    storeSignOption(localStorage, isOn);
  }
  const files = { quick: quickFile, removeQuick: () => setQuickFile(null), attachments };
  const signature = { isOn: sign, change: changeSign };
  return {
    ...{ field, fieldText, draft, editing, edit, quick, files, recording, signature, isBlank, sending, send, clear },
    mode,
  };
}
