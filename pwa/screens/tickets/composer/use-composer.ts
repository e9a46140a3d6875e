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
export function useComposer(ticket: TicketView, writing: Writing) {
  const written = useWritten(ticket, writing);
  const { field, fieldText, draft, attachments, sending, editing, mode, quick } = written;

  function edit(message: MessageView) {
    mode.leave();
    writing.onReplyTo(null);
    editing.begin(message);
    fieldText.toEnd();
  }

  function leaveField() {
    writing.onReplyTo(null);
    written.setQuickFile(null);
    attachments.forgetProblems();
    quick.close();
  }

  const send = useSend(written, writing, leaveField);
  const files = { quick: written.quickFile, removeQuick: () => written.setQuickFile(null), attachments };
  return {
    ...{ field, fieldText, draft, editing, edit, quick, files, sending, send, mode },
    ...{ recording: written.recording, signature: written.signature, isBlank: written.isBlank },
    planDraft: () => planDraft(ticket.id, draft, leaveField),
  };
}

/** Holds what is in the composer. */
function useWritten(ticket: TicketView, { messages, replyTo, onReplyTo }: Writing) {
  const draft = useDraft(ticket.id);
  const attachments = useAttachments(ticket.id, channelAbilities[ticket.channel].fileLimits);
  const sending = useSendMessage(ticket.id, messages);
  const editing = useEditing(ticket.id, draft, messages);
  const { text, write } = editing;
  const values = useVariableValues(ticket);
  const signature = useSignature();
  const [quickFile, setQuickFile] = useState<{ id: string; name: string } | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
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
  return {
    ...{ field, fieldText, draft, attachments, sending, editing, mode, quick, recording },
    ...{ signature, quickFile, setQuickFile, isBlank },
  };
}

function useSignature() {
  const [isOn, setOn] = useState(() => readSignOption(deviceStorage));
  function change(next: boolean) {
    setOn(next);
    storeSignOption(deviceStorage, next);
  }
  return { isOn, change };
}

/** Returns what sends the message or stores the edit. `leaveField` empties the rest of the composer. */
function useSend(written: ReturnType<typeof useWritten>, { replyTo, onReplyTo }: Writing, leaveField: () => void) {
  const { field, draft, attachments, sending, editing, quick, quickFile, isBlank } = written;
  const { isOn: sign } = written.signature;
  const { text } = editing;
  const [leavings] = useState(createLeavings);

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

  return send;
}
