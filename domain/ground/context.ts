import type { Profile } from "../../contracts/account/permissions.ts";
import type { CompanyDb } from "../../db/index.ts";

/** The acting user, with everything that policies need. */
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
  /** The company lets everyone who sees an open ticket answer it. */
  answersOthers?: boolean;
};

/** The context of a channel, a job or an automatic action: a transaction in the company's scope, and the time. */
export type DeskContext = { db: CompanyDb; companyId: string; now: Date };

/**
 * The context of a user's action: the first argument of every verb that a user can call. `device` names the device in
 * the ticket's events.
 */
export type Context = DeskContext & { actor: Actor; device: string };

/**
 * The context of a super user's action on the platform: a transaction that sees companies, invoices and the audit of all
 * companies (`Database.asPlatform`). Verbs that change one company get a `Context` whose `companyId` is that company.
 */
export type PlatformContext = { db: CompanyDb; now: Date; actor: Actor };
