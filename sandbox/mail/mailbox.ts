import { randomUUID } from "node:crypto";
import { type BreakStep, type MailFaults, noFaults } from "./mail-faults.ts";

export type SandboxMail = {
  id: string;
  messageId: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  at: Date;
};

/** Older mails are dropped. */
const MAX_MAILS = 200;

/** The mails that the sandbox's server received, newest first. */
export class Mailbox {
  readonly #mails: SandboxMail[] = [];
  /** Set by tests and by the page. */
  readonly faults: MailFaults = noFaults();
  /** Called at each step of a session; for tests that end the client at that moment. */
  onStep: ((step: BreakStep) => void) | null = null;
  /** How many mails each address received since the start, also those that were dropped. */
  readonly seen = new Map<string, number>();

  get mails(): readonly SandboxMail[] {
    return this.#mails;
  }

  add(mail: Omit<SandboxMail, "id" | "at">): void {
    this.seen.set(mail.to, (this.seen.get(mail.to) ?? 0) + 1);
    this.#mails.unshift({ ...mail, id: randomUUID(), at: new Date() });
    this.#mails.length = Math.min(this.#mails.length, MAX_MAILS);
  }

  find(id: string): SandboxMail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }
}
