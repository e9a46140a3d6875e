import type { FileKind } from "./kinds.ts";

export type PhoneMessage = {
  id: string;
  fromMe: boolean;
  body: string;
  type: string;
  receivedCount: number;
  status: string;
  quotedId?: string;
  deleted?: boolean;
  mediaUrl?: string;
  reactions?: { mine?: string; theirs?: string };
};

export type NewMessage = { body: string; file?: FileKind; content?: Record<string, unknown>; quotedId?: string };

/** Calls the sandbox's HTTP interface; throws for a refusal. */
export type AskSandbox = <T>(path: string, body?: unknown) => Promise<T>;

/** Returns the actions of a connection's customers on their phones. */
export function openPhones(ask: AskSandbox, connectionId: string) {
  const at = (number: string) => ({ connectionId, number });
  const messages = (number: string) =>
    ask<PhoneMessage[]>(`/sandbox/messages?connectionId=${connectionId}&number=${number}`);
  return {
    async write(from: string, { file, ...message }: NewMessage): Promise<string> {
      const wanted = { connectionId, from, name: `Cliente ${from.slice(-4)}`, ...message };
      const media = file === "viewOnce" ? { type: "image", viewOnce: true } : { type: file };
      return (await ask<{ id: string }>("/sandbox/messages", { ...wanted, ...(file && { media }) })).id;
    },
    react: (number: string, id: string, emoji: string) => ask("/sandbox/react", { ...at(number), id, emoji }),
    async call(from: string, isVideo: boolean): Promise<string> {
      const wanted = { connectionId, from, name: `Cliente ${from.slice(-4)}`, isVideo };
      return (await ask<{ id: string }>("/sandbox/calls", wanted)).id;
    },
    /** Answers on the company's own phone. */
    async answerOnPhone(number: string, body: string): Promise<string> {
      return (await ask<{ id: string }>("/sandbox/phone-messages", { ...at(number), body })).id;
    },
    edit: (number: string, id: string, body: string) => ask("/sandbox/edit", { ...at(number), id, body }),
    remove: (number: string, id: string) => ask("/sandbox/delete", { ...at(number), id }),
    read: (number: string) => ask("/sandbox/read", at(number)),
    /** Returns messages in the order in which the phone shows them. */
    messages,
    fault: (faults: { drop?: boolean; loseReceipts?: boolean; delayMs?: number }) =>
      ask("/sandbox/faults", { connectionId, ...faults }),
  };
}
export type Phones = ReturnType<typeof openPhones>;
