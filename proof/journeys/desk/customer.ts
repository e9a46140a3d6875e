import { inject } from "vitest";
import { givenPhoneNumber } from "../../../db/testing/phone-numbers.ts";

type Connection = { id: string; companyId: string; name: string; number: string; status: string };
export type PhoneMessage = {
  id: string;
  fromMe: boolean;
  body: string;
  type: string;
  timestamp: number;
  receivedCount: number;
  edited?: boolean;
  deleted?: boolean;
  reactions?: { mine?: string; theirs?: string };
};
export type SampleMedia = { type: "image" | "audio" | "video" | "document"; fileName?: string };

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${inject("deskUrl")}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Creates a customer with a simulated phone who writes to the demo company. */
export async function customer(name: string, number = givenPhoneNumber()) {
  const connections = await ask<Connection[]>("/sandbox/connections");
  const connection = connections.find((one) => one.name === "Loja Savassi");
  if (!connection) throw new Error("the demo's connection is missing");
  const connectionId = connection.id;
  return {
    name,
    number,
    connectionId,
    writes: (body: string, more: { media?: SampleMedia; quotedId?: string } = {}) =>
      ask<{ id: string }>("/sandbox/messages", { connectionId, from: number, name, body, ...more }),
    phoneMessages: () => ask<PhoneMessage[]>(`/sandbox/messages?connectionId=${connectionId}&number=${number}`),
    /** Returns the messages that the phone received from the desk, in order. */
    async received(): Promise<PhoneMessage[]> {
      return (await this.phoneMessages()).filter((message) => !message.fromMe);
    },
    reads: () => ask("/sandbox/read", { connectionId, number }),
    faults: (faults: { drop?: boolean; refuseSends?: string | false; loseReceipts?: boolean; delayMs?: number }) =>
      ask("/sandbox/faults", { connectionId, ...faults }),
  };
}
export type Customer = Awaited<ReturnType<typeof customer>>;
