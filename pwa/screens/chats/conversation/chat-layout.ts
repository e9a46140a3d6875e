import type { ChatMessageView } from "../../../../sync/client/index.ts";
import { dayOf } from "../../../conversation/thread/day-of.ts";

/** A row of the message list, in the order from top to bottom. */
type ChatItem =
  | { kind: "day"; key: string; at: string }
  | { kind: "message"; key: string; message: ChatMessageView; startsGroup: boolean; endsGroup: boolean };

/** Splits messages into days and groups of consecutive messages of one author. Input and output are ascending. */
export function layoutChat(messages: readonly ChatMessageView[]): ChatItem[] {
  const dayStartsAt = (index: number) => {
    const [before, message] = [messages[index - 1], messages[index]];
    return !before || !message || dayOf(before.createdAt) !== dayOf(message.createdAt);
  };
  const groupStartsAt = (index: number) => {
    const [before, message] = [messages[index - 1], messages[index]];
    if (!before || !message || dayStartsAt(index)) return true;
    return before.userId !== message.userId || before.userName !== message.userName;
  };
  return messages.flatMap((message, index): ChatItem[] => {
    const item: ChatItem = {
      ...{ kind: "message", key: message.id, message },
      ...{ startsGroup: groupStartsAt(index), endsGroup: groupStartsAt(index + 1) },
    };
    return dayStartsAt(index) ? [{ kind: "day", key: `day ${message.id}`, at: message.createdAt }, item] : [item];
  });
}
