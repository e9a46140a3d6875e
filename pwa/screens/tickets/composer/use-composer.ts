import { useRef, useState } from "react";
import { channelAbilities } from "../../../../contracts/desk/channel-abilities.ts";
import type { QuickMessageDocument } from "../../../../contracts/desk/quick-messages.ts";
import type { MessageView, TicketView } from "../../../../sync/client/index.ts";
import { useGrow } from "../../../conversation/composer/grow.ts";
import { createLeavings, type Steps } from "../../../conversation/composer/leave-field.ts";
import { useRecording } from "../../../conversation/composer/recording/use-recording.ts";
import { captioned, sendFiles } from "../../../conversation/composer/send-files.ts";
import { useAttachments } from "../../../conversation/composer/use-attachments.ts";
import { useFieldText } from "../../../conversation/composer/use-field-text.ts";
import { readSignOption, storeSignOption } from "../../../session/session-keys.ts";
import { deviceStorage } from "../../../ui/device-storage.ts";
import { fillVariables } from "../../quick-messages/parts/fill-variables.ts";
import { useAsReplyTarget } from "../palette/reply-target.ts";
import { planDraft } from "./plan-draft.ts";
import { useDraft } from "./use-draft.ts";
import { type Edit, useEditing } from "./use-editing.ts";
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
  const editing = useEditing(ticket.id, draft, messages);
  const { text, write } = editing;
  const values = useVariableValues(ticket);
  const [sign, setSign] = useState(() => readSignOption(deviceStorage));
  const [quickFile, setQuickFile] = useState<{ id: string; name: string } | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [leavings] = useState(createLeavings);
  const mode = useNoteMode(ticket, { field, isRead: draft.isRead, isTouched: draft.touched });
  const recording = useRecording(ticket.id, async (recorded) => {
    await sending.sendVoice(recorded, replyTo);
    onReplyTo(null);
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

  /** Nothing leaves the composer before the device has stored it. */
  async function send() {
    if (isBlank) return;
    const { edit: begun } = editing;
    let steps = begun ? editSteps(begun) : replySteps;
    await leavings.send(text, {
      store(words, isLater) {
        // Typed behind an edit, and sent before that was stored: a message of its own.
        if (begun?.isStored) steps = replySteps;
        return steps.store(words, isLater);
      },
      take: (words) => steps.take(words),
    });
  }

  const editSteps = (begun: Edit): Steps => ({
    async store(words) {
      begun.isLeaving = true;
      await storeEdit(begun.message, words).finally(() => {
        begun.isLeaving = false;
      });
    },
    take(words) {
      editing.stored(begun, words);
      quick.close();
    },
  });

  const replySteps: Steps = {
    async store(words, isLater) {
      draft.hold();
      await storeMessages(words, isLater).catch((error: unknown) => {
        draft.release();
        throw error;
      });
    },
    take: leaveSent,
  };

  const storeEdit = (message: MessageView, words: string) =>
    message.local === "refused" ? sending.sendAgain(message, words, sign) : sending.changeWords(message, words);

  async function storeMessages(words: string, isLater: boolean) {
    const [quoted, quickFileId] = isLater ? [null, null] : [replyTo, quickFile?.id ?? null];
    const storeText = (answered: MessageView | null) =>
      sending.sendText({ text: words, sign, quoted: answered, quickFileId, draft: draft.leaving(words) });
    const files = attachments.take();
    if (files.length === 0) return storeText(quoted);
    // The text is the caption of the first file, unless that has one or the text has a file of its own, of a quick
    // reply: then it follows as a message of its own.
    const withCaption = quickFileId === null ? captioned(files, words) : null;
    const leaving = withCaption && words !== "" ? draft.leaving(words) : null;
    field.current?.focus();
    await sendFiles(withCaption ?? files, {
      attachments,
      send: (file) => sending.sendFile(file, sign, file.isFirst ? quoted : null, file.isFirst ? leaving : null),
      onSomeSent() {
        onReplyTo(null);
        if (withCaption) draft.sent(words);
      },
    });
    if (!withCaption && (words.trim() !== "" || quickFileId !== null)) await storeText(null);
  }

  /** Empties the composer after a message that took the stored draft with it. */
  function leaveSent(words: string) {
    draft.sent(words);
    leaveField();
  }

  function leaveField() {
    onReplyTo(null);
    setQuickFile(null);
    attachments.forgetProblems();
    quick.close();
  }

  function changeSign(isOn: boolean) {
    setSign(isOn);
    storeSignOption(deviceStorage, isOn);
  }
  const files = { quick: quickFile, removeQuick: () => setQuickFile(null), attachments };
  const signature = { isOn: sign, change: changeSign };
  return {
    ...{ field, fieldText, draft, editing, edit, quick, files, recording, signature, isBlank, sending, send },
    ...{ mode, planDraft: () => planDraft(ticket.id, draft, leaveField) },
  };
}
