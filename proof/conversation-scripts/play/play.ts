import { isDeepStrictEqual } from "node:util";
import type { Script, Step } from "./script.ts";

/** The state of a customer's ticket, in a script's terms. */
export type TicketState = {
  status: string;
  queue: string | null;
  agent: string | null;
  bot: boolean;
  unread: number;
  count: number;
  ratings: number[];
  timeline: string[];
};

/** The actions and observations of a script. */
export type Stage = {
  /** The last four digits of the customer's number, which are part of the contact's name. */
  last4: string;
  contactSays(text: string): Promise<void>;
  contactSends(kind: "image" | "audio" | "document"): Promise<void>;
  contactCalls(kind: "voice" | "video"): Promise<void>;
  phoneSays(text: string): Promise<void>;
  agent(act: "accept" | "close" | "return" | "reopen" | "disableBot" | "enableBot" | "block"): Promise<void>;
  agentSays(text: string): Promise<void>;
  agentTransfers(to: { queue: string; to?: string | undefined }): Promise<void>;
  changeSettings(values: Record<string, string>): Promise<void>;
  comeOnline(names: string[]): Promise<void>;
  wait(ms: number): Promise<void>;
  /** Returns all messages from the desk on the customer's phone, in order, once nothing is in flight. */
  texts(): Promise<string[]>;
  ticket(): Promise<TicketState>;
};

/** A fault, and the step (from 0) during which it happens. */
export type Trouble = { at: number; injectFault(): Promise<void> };

const units = { s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** Runs a script and returns the differences from its expectations. */
export async function play(script: Script, stage: Stage, trouble?: Trouble): Promise<string[]> {
  const wrong: string[] = [];
  let checked = 0;
  let struck: Promise<void> | undefined;
  for (const [index, step] of script.steps.entries()) {
    if (trouble?.at === index) struck = trouble.injectFault();
    const problem = await take(step);
    if (problem) wrong.push(`step ${index + 1}: ${problem}`);
  }
  await struck;
  // Messages that no step expected.
  const all = await stage.texts();
  if (all.length > checked) wrong.push(`at the end the desk also sent ${JSON.stringify(all.slice(checked))}`);
  return wrong;

  async function take(step: Step): Promise<string | undefined> {
    if ("contact" in step) await stage.contactSays(step.contact);
    else if ("contactSends" in step) await stage.contactSends(step.contactSends);
    else if ("contactCalls" in step) await stage.contactCalls(step.contactCalls);
    else if ("phone" in step) await stage.phoneSays(step.phone);
    else if ("agent" in step) await stage.agent(step.agent);
    else if ("agentSays" in step) await stage.agentSays(step.agentSays);
    else if ("agentTransfers" in step) await stage.agentTransfers(step.agentTransfers);
    else if ("settings" in step) await stage.changeSettings(step.settings);
    else if ("online" in step) await stage.comeOnline(step.online);
    else if ("wait" in step)
      await stage.wait(Number.parseInt(step.wait, 10) * units[step.wait.at(-1) as keyof typeof units]);
    else if ("desk" in step) return compareTexts(step.desk);
    else return compareTicket(step.ticket);
    return undefined;
  }

  async function compareTexts(texts: string[]): Promise<string | undefined> {
    const sent = (await stage.texts()).slice(checked);
    checked += sent.length;
    const expected = texts.map((text) => text.replaceAll("{{last4}}", stage.last4));
    return isDeepStrictEqual(sent, expected) ? undefined : differ("the desk said", sent, expected);
  }

  async function compareTicket(expected: Partial<TicketState> | object): Promise<string | undefined> {
    const state = await stage.ticket();
    const part = Object.fromEntries(Object.keys(expected).map((key) => [key, state[key as keyof TicketState]]));
    return isDeepStrictEqual(part, expected) ? undefined : differ("the ticket is", part, expected);
  }
}

const differ = (what: string, is: unknown, should: unknown) =>
  `${what}\n      ${JSON.stringify(is)}\n    and should be\n      ${JSON.stringify(should)}`;
