import type { KeyboardEvent } from "react";
import { useDeskUser } from "../../../session/desk.tsx";
import { isPressed } from "../../../shell/keyboard/pressed.ts";
import { isComposingKey, isEnter } from "../../../ui/fields/enter-key.ts";
import { useConversation } from "../conversation/conversation-context.tsx";
import { mayEdit } from "../message/may-edit.ts";
import type { Composing, Writing } from "./use-composer.ts";

type Leaving = { onSelectLast: () => void; onLeave: () => void };

/**
 * Returns the field's key handler: Enter sends, Escape cancels or leaves the field, ArrowUp edits the user's last message. `onSelectLast`
 * selects the last message when there is nothing to edit.
 */
export function useComposerKeys(composer: Composing, writing: Writing, { onSelectLast, onLeave }: Leaving) {
  const { ticket } = useConversation();
  const user = useDeskUser();
  const { editing, quick, fieldText } = composer;
  const { messages, replyTo, onReplyTo } = writing;

  function goUp() {
    const own = messages.findLast(({ fromMe, userId }) => fromMe && userId === user.id);
    if (!editing.message && own && mayEdit(own, user, ticket.channel)) return composer.edit(own);
    editing.leave();
    onSelectLast();
  }

  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposingKey(event) || quick.handleKey(event)) return;
    if (isEnter(event) && !event.shiftKey) {
      event.preventDefault();
      void composer.send();
    } else if (event.key === "ArrowUp" && (editing.text === "" || editing.isUntouched)) {
      event.preventDefault();
      goUp();
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (!replyTo && !editing.message) return onLeave();
      onReplyTo(null);
      editing.leave();
    } else if (isPressed(event, "bold") || isPressed(event, "italic")) {
      event.preventDefault();
      // Outside the composer the same shortcut belongs to the menu.
      event.stopPropagation();
      fieldText.mark(isPressed(event, "bold") ? "*" : "_");
    }
  };
}
