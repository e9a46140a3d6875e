/** The steps of a session at which the server can end the connection without a reply. */
export const breakSteps = ["connect", "login", "sender", "recipient", "body", "accepted"] as const;
export type BreakStep = (typeof breakSteps)[number];

/** The faults that the mail server simulates. */
export type MailFaults = {
  /** Recipients whose address contains this text are refused for good; '': none but those at `unknown.example`. */
  refuse: string;
  /** The same, refused for now. */
  defer: string;
  /** Ends the connection at the step: `body` before the whole body was read, `accepted` after it was stored and before the reply. */
  breakAt: BreakStep | null;
  /** How many times `breakAt` happens. */
  breaks: number;
  refuseLogin: boolean;
};

export const noFaults = (): MailFaults => ({ refuse: "", defer: "", breakAt: null, breaks: 0, refuseLogin: false });

/** Recipients at this host do not exist. */
const UNKNOWN_HOST = "@unknown.example";

/** Returns the reply that refuses a recipient; null: it is accepted. */
export function refusalOf({ refuse, defer }: MailFaults, address: string): { code: number; text: string } | null {
  const has = (pattern: string) => pattern !== "" && address.includes(pattern);
  if (address.endsWith(UNKNOWN_HOST) || has(refuse)) return { code: 550, text: "no such mailbox" };
  return has(defer) ? { code: 450, text: "mailbox busy, try again later" } : null;
}

/** Returns whether the connection ends at this step, and counts it. */
export function breaksAt(faults: MailFaults, step: BreakStep): boolean {
  if (faults.breakAt !== step || faults.breaks <= 0) return false;
  faults.breaks -= 1;
  return true;
}
