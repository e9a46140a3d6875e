import type { CompanyDb } from "../db/index.ts";
import type { Profile } from "../sync/contracts/refs.ts";

/** Who is acting, with everything a policy asks about. */
export type Actor = {
  companyId: string;
  id: string;
  name: string;
  profile: Profile;
  isSuper: boolean;
  queueIds: readonly string[];
  allTicket: boolean;
  allHistoric: boolean;
  allUserChat: boolean;
  /** The company lets whoever sees an open ticket answer it, not only its agent. */
  answersOthers?: boolean;
};

/** What the channel, a job or the desk itself needs to act: a transaction in the company's scope, and the time. */
export type DeskContext = { db: CompanyDb; companyId: string; now: Date };

/** A person acting: every verb a person can call takes this first. `device` names it in the ticket's timeline. */
export type Context = DeskContext & { actor: Actor; device: string };
