import type { MediaKind } from "./schedule.ts";

export type Held = {
  id: string;
  fromMe: boolean;
  body: string;
  type: string;
  receivedCount: number;
  status: string;
  quotedId?: string;
  deleted?: boolean;
  mediaUrl?: string;
};

/** Calls the sandbox's HTTP interface; throws what it refuses. */
export type AskSandbox = <T>(path: string, body?: unknown) => Promise<T>;

/** What the customers of one connection do on their phones. */
export function openPhones(ask: AskSandbox, connectionId: string) {
  const at = (number: string) => ({ connectionId, number });
  const held = (number: string) => ask<Held[]>(`/sandbox/messages?connectionId=${connectionId}&number=${number}`);
  return {
    async write(from: string, message: { body: string; media: MediaKind | null; quotedId?: string }): Promise<string> {
      const { media, ...words } = message;
      const wanted = { connectionId, from, name: `Cliente ${from.slice(-4)}`, ...words };
      return (await ask<{ id: string }>("/sandbox/messages", { ...wanted, ...(media && { media: { type: media } }) }))
        .id;
    },
    async call(from: string, isVideo: boolean): Promise<string> {
      const wanted = { connectionId, from, name: `Cliente ${from.slice(-4)}`, isVideo };
      return (await ask<{ id: string }>("/sandbox/calls", wanted)).id;
    },
    /** Somebody of the company, on the phone itself. */
    async answerOnPhone(number: string, body: string): Promise<string> {
      return (await ask<{ id: string }>("/sandbox/phone-messages", { ...at(number), body })).id;
    },
    edit: (number: string, id: string, body: string) => ask("/sandbox/edit", { ...at(number), id, body }),
    remove: (number: string, id: string) => ask("/sandbox/delete", { ...at(number), id }),
    read: (number: string) => ask("/sandbox/read", at(number)),
    /** In the order in which the phone shows them. */
    held,
    fault: (faults: { drop?: boolean; loseReceipts?: boolean; delayMs?: number }) =>
      ask("/sandbox/faults", { connectionId, ...faults }),
  };
}
export type Phones = ReturnType<typeof openPhones>;

let serial = 0;
/** Nobody's yet in this process. Numbers that end in 0000 are not on WhatsApp. */
export function newNumber(): string {
  serial += 1;
  return `55319${70_000_000 + process.pid * 13 + serial * 7_919}`.replace(/0000$/, "0001").slice(0, 13);
}
