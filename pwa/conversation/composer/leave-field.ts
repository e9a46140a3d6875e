import { flushSync } from "react-dom";

type Leaving = { text: string; isSpent: boolean };

export type Steps = {
  /** Stores the message. `isLater`: another message left the field after the press: quote and file were its own. */
  store(text: string, isLater: boolean): Promise<unknown>;
  /** Takes the text of the stored message out of the field. */
  take(text: string): void;
};

/**
 * A text leaves its field when its message is stored, not before: a page that closes, or a device without space, loses
 * none. Messages of one field are stored one after the other; a second press while one is stored sends only what was
 * typed behind it.
 */
export function createLeavings() {
  const waiting = new Set<Leaving>();
  let last: Promise<void> = Promise.resolve();

  async function leave(leaving: Leaving, isLater: boolean, { store, take }: Steps): Promise<void> {
    waiting.delete(leaving);
    const { text, isSpent } = leaving;
    if (isSpent) return;
    await store(text, isLater);
    // Otherwise the next letter is typed into a field that still shows the stored text.
    flushSync(() => take(text));
    for (const other of waiting) {
      other.isSpent = other.text === text;
      other.text = textBehind(other.text, text);
    }
  }

  return {
    /** `text`: all that stands in the field, also nothing. Rejects when the message is not stored. */
    send(text: string, steps: Steps): Promise<void> {
      const leaving = { text, isSpent: false };
      const isLater = waiting.size > 0;
      waiting.add(leaving);
      const sent = last.then(() => leave(leaving, isLater || leaving.text !== text, steps));
      last = sent.catch(() => {}); // its sender gets the error
      return sent;
    },
  };
}

/** Returns the text that stays in a field after a message with `sent` was stored: the text typed behind it, or another one. */
export function textBehind(field: string, sent: string): string {
  return field.startsWith(sent) ? field.slice(sent.length).trimStart() : field;
}
