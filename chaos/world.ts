import type postgres from "postgres";
import type { CommandPayload } from "../sync/contracts/commands.ts";
import type { Phones } from "./phones.ts";
import type { Fault } from "./schedule.ts";

/** An agent's outbox, wherever it runs. */
export type AgentDevice = {
  write(id: string, payload: CommandPayload<"message.send">, file?: { blob: Blob; name: string }): Promise<void>;
  /** Commands without an answer. */
  unanswered(): Promise<string[]>;
  /** Commands that were refused, with their code. */
  refused(): Promise<string[]>;
  close(): Promise<void>;
};

export type Agent = {
  device: AgentDevice;
  /** Asks until it is answered. */
  takeBack(messageId: string): Promise<void>;
};

/** Where a schedule happens: the desk, its customers' phones, and the ways in which it can break. */
export type World = {
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
