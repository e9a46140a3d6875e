import type postgres from "postgres";
import { providerIdOf } from "../../connector/channels/whatsapp/jids.ts";
import type { CommandPayload } from "../../contracts/commands/index.ts";
import { type SpecialKind, specialKinds } from "./kinds.ts";
import type { Phones } from "./phones.ts";
import type { Fault } from "./schedule.ts";

/** The outbox of an agent's browser. */
export type AgentDevice = {
  write(id: string, payload: CommandPayload<"message.send">, file?: { blob: Blob; name: string }): Promise<void>;
  edit(payload: CommandPayload<"message.edit">): Promise<void>;
  /** Commands without an answer. */
  unanswered(): Promise<string[]>;
  /** Refused commands with their error code. */
  refused(): Promise<string[]>;
  close(): Promise<void>;
};

export type Agent = {
  device: AgentDevice;
  /** Both retry until they are answered. */
  takeBack(messageId: string): Promise<void>;
  react(messageId: string, emoji: string): Promise<void>;
};

/** The properties of a channel. */
export type ChannelFacts = {
  /** The kinds of messages besides text and files. */
  specialKinds: Readonly<Record<string, SpecialKind>>;
  /** A file and its text are one message. */
  hasCaptions: boolean;
  /** Returns the phones' ids of our messages; messages without one yet are missing. */
  providerIdsOf(messageIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
};

/** On WhatsApp the id derives from ours. */
export const whatsappFacts: ChannelFacts = {
  specialKinds,
  hasCaptions: true,
  providerIdsOf: async (messageIds) => new Map(messageIds.map((id) => [id, providerIdOf(id)])),
};

/** The environment of a schedule: the desk, its customers' phones, and its faults. */
export type ChaosEnvironment = ChannelFacts & {
  companyId: string;
  connectionId: string;
  phones: Phones;
  /** Two agents, with new devices for each schedule. */
  agents: readonly [Agent, Agent];
  /** Queries the database as its owner, without row-level security; retries while it is unavailable. */
  query<T>(question: (ownerSql: postgres.Sql) => Promise<T>): Promise<T>;
  injectFault(fault: Fault): Promise<void>;
  /** Ends all continuing faults; afterwards everything has to recover without help. */
  endFaults(): Promise<void>;
};
