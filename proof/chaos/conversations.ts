import { setTimeout as pause } from "node:timers/promises";
import type { MediaType } from "../../contracts/desk/messages.ts";
import { givenPhoneNumber } from "../../db/testing/phone-numbers.ts";
import type { Agent, ChaosEnvironment } from "./environment.ts";
import type { Action, Schedule } from "./schedule.ts";

/** A conversation as its participants know it. */
export type Conversation = {
  number: string;
  ticketId: Promise<string>;
  agent: Agent;
  /** In the order of writing; `quotedId` is the other side's id. */
  written: Written[];
  received: Received[];
  /** Answers on the company's own phone. */
  answered: { id: string; body: string }[];
  calls: string[];
};
type Written = {
  id: string;
  body: string;
  /** The text that the phone shows. */
  shown: string;
  mediaType: MediaType;
  quotedId: string | null;
  takenBack: boolean;
  /** The customer's reaction; undefined: never one. */
  reaction?: string;
};
type Received = {
  id: string;
  body: string;
  mediaType: MediaType;
  hasFile: boolean;
  quotedId: string | null;
  removed: boolean;
  /** The agent's reaction. */
  reaction?: string;
};

export type ActionOf<D extends Action["do"]> = Extract<Action, { do: D }>;

/** Opens the conversations of a schedule, with one queue of actions per person, and the ids of what was written. */
export function openConversations(environment: ChaosEnvironment, { seed, customers }: Schedule, until: number) {
  const conversations = Array.from({ length: customers }, (_, customer): Conversation => {
    const number = givenPhoneNumber();
    const agent = environment.agents[customer % 2 === 0 ? 0 : 1];
    const ticketId = Promise.withResolvers<string>();
    void findTicket(environment, number, until).then(ticketId.resolve, ticketId.reject);
    ticketId.promise.catch(() => {}); // callers that await it get the error
    return { number, agent, ticketId: ticketId.promise, written: [], received: [], answered: [], calls: [] };
  });
  const problems: string[] = [];
  const queues = new Map<string, Promise<void>>();
  const [wrote, received] = [new Map<number, Conversation>(), new Map<number, Conversation>()];
  const [writtenIds, receivedIds] = [new Map<number, string>(), new Map<number, Promise<string>>()];

  function inQueue(name: string, work: () => Promise<void>): void {
    const done = (queues.get(name) ?? Promise.resolve()).then(work).catch((error: unknown) => {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    });
    queues.set(name, done);
  }
  const asCustomer = ({ number }: Conversation, work: () => Promise<void>) => inQueue(`customer ${number}`, work);
  const asAgent = ({ number }: Conversation, work: () => Promise<void>) => inQueue(`agent of ${number}`, work);

  function of(customer: number): Conversation {
    const conversation = conversations[customer];
    if (!conversation) throw new Error(`customer ${customer} does not exist`);
    return conversation;
  }

  return {
    ...{ seed, conversations, problems, of, inQueue, asCustomer, asAgent, wrote, received, writtenIds, receivedIds },
    /** Resolves when the actions of the queue have ended that are in it now. */
    whenDone: (name: string): Promise<void> => queues.get(name) ?? Promise.resolve(),
    allDone: () => Promise.all(queues.values()),
  };
}
export type Conversations = ReturnType<typeof openConversations>;

async function findTicket({ query, companyId }: ChaosEnvironment, number: string, until: number): Promise<string> {
  for (;;) {
    const [ticket] = await query(
      (ownerSql) => ownerSql<{ id: string }[]>`
        select t.id from tickets t join contact_addresses a on a.company_id = t.company_id and a.contact_id = t.contact_id
        where t.company_id = ${companyId} and a.address = ${number}`,
    );
    if (ticket) return ticket.id;
    if (Date.now() > until) throw new Error(`no ticket for ${number} in time`);
    await pause(150);
  }
}
