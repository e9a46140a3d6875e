import type { Logger } from "pino";
import type { OutgoingMessage } from "../domain/messages/index.ts";
import type { MessageLine } from "./channel.ts";

type Parts = { channel: Pick<MessageLine, "findChat" | "showTyping">; logger: Logger; wake(): void };

/** Shows "typing" for as long as a message wants before it goes. Not waited for: others' messages go meanwhile. */
export function openComposing({ channel, logger, wake }: Parts) {
  /** By contact: whose turn it is, and until when. */
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
    /** Whose messages wait for somebody to have typed them. */
    get contactIds(): string[] {
      return [...composing.keys()];
    },
    /** False: it goes a little later, and `wake` tells when. */
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
