import type { Logger } from "pino";
import type { OutgoingMessage } from "../../domain/desk/messages/index.ts";
import type { ChannelMessaging } from "../channel.ts";

type Parts = { channel: Pick<ChannelMessaging, "findChat" | "showTyping">; logger: Logger; wake(): void };

/**
 * Shows the typing indicator for a message's `composeMs` before it is sent. Messages to other contacts are sent
 * meanwhile.
 */
export function openTypingDelay({ channel, logger, wake }: Parts) {
  /** By contact: the message being typed, and its timer. */
  const composing = new Map<string, NodeJS.Timeout>();
  const ready = new Set<string>();

  async function show(message: OutgoingMessage): Promise<void> {
    try {
      const chatKey = message.chatKey ?? (await channel.findChat(message.to));
      if (chatKey) await channel.showTyping(chatKey, true);
    } catch (err) {
      logger.debug({ event: "typing_indicator_failed", err }, "Typing indicator was not sent");
    }
  }

  return {
    /** Contacts whose messages wait for the typing to end. */
    get contactIds(): string[] {
      return [...composing.keys()];
    },
    /** Returns false when the message has to wait; `wake` is called when it is due. */
    isDone(message: OutgoingMessage): boolean {
      const { messageId, contactId, composeMs, tries } = message;
      if (composeMs === 0 || tries > 0 || ready.delete(messageId)) return true;
      void show(message);
      const timer = setTimeout(() => {
        composing.delete(contactId);
        ready.add(messageId);
        wake();
      }, composeMs);
      timer.unref();
      composing.set(contactId, timer);
      return false;
    },
    stop(): void {
      for (const timer of composing.values()) clearTimeout(timer);
      composing.clear();
    },
  };
}
