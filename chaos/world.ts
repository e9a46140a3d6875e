import type postgres from "postgres";
import { providerIdOf } from "../connector/whatsapp/jids.ts";
import type { CommandPayload } from "../sync/contracts/commands.ts";
import { type SpokenKind, spokenKinds } from "./kinds.ts";
import type { Phones } from "./phones.ts";
import type { Fault } from "./schedule.ts";

/** An agent's outbox, wherever it runs. */
export type AgentDevice = {
  write(id: string, payload: CommandPayload<"message.send">, file?: { blob: Blob; name: string }): Promise<void>;
  edit(payload: CommandPayload<"message.edit">): Promise<void>;
  /** Commands without an answer. */
  unanswered(): Promise<string[]>;
  /** Commands that were refused, with their code. */
  refused(): Promise<string[]>;
  close(): Promise<void>;
};

export type Agent = {
  device: AgentDevice;
  /** Both ask until they are answered. */
  takeBack(messageId: string): Promise<void>;
  react(messageId: string, emoji: string): Promise<void>;
};

/** What is particular to a channel. */
export type ChannelFacts = {
  /** What can be said over it beside words and files. */
  spokenKinds: Readonly<Record<string, SpokenKind>>;
  /** A file and its words are one message. */
  hasCaptions: boolean;
  /** What the phones call messages of ours; those that have no name yet are not there. */
  heldAs(messageIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
};

/** WhatsApp takes the names that we give. */
export const whatsappFacts: ChannelFacts = {
  spokenKinds,
  hasCaptions: true,
  heldAs: async (messageIds) => new Map(messageIds.map((id) => [id, providerIdOf(id)])),
};

/** Where a schedule happens: the desk, its customers' phones, and the ways in which it can break. */
export type World = ChannelFacts & {
  companyId: string;
  connectionId: string;
  phones: Phones;
  /** Two agents, new ones in each schedule's devices. */
  agents: readonly [Agent, Agent];
  /** Asks the database as its owner sees it: the truth, past every rule. While it is away, asks again. */
  look<T>(question: (truth: postgres.Sql) => Promise<T>): Promise<T>;
  strike(fault: Fault): Promise<void>;
  /** Ends what goes on being wrong; afterwards everything has to come right by itself. */
  calm(): Promise<void>;
};
