import * as v from "valibot";

export const Credentials = v.object({ email: v.string(), password: v.string() });

/** The signed-in user, in the HTTP interface and on the device. */
export type SessionUser = {
  id: string;
  name: string;
  email: string;
  profile: "admin" | "supervisor" | "user";
  super: boolean;
  companyId: string;
  whatsappId: string | null;
  allTicket: "enable" | "disable";
  allUserChat: "enabled" | "disabled";
  allHistoric: "enabled" | "disabled";
  queues: { id: string; name: string; color: string; UserQueue: { queueId: string } }[];
  company: SessionCompany;
};

/** Optional fields are absent in the session that a device stored before they existed. */
export type SessionCompany = {
  id: string;
  name: string;
  /** The address for invoices and reminders. */
  email?: string;
  /** The end of the last paid day. */
  dueDate: string;
  /** The end of the trial; null: no trial, or one that a payment ended. */
  trialExpiration?: string | null;
  /** True after the due date: the session of an admin reaches only the invoices until the payment. */
  restricted?: boolean;
  settings: { key: string; value: string }[];
};
/** The connection for the user's new conversations; null: the company's default. */
export const ownConnectionOf = (user: Pick<SessionUser, "whatsappId">): string | null => user.whatsappId;

/**
 * `unsentKey`: 32 bytes, base64, with which the device seals the user's unsent work when the session ends.
 * `otherUnsentKey`: the same of a key that replaces the present one or was replaced by it: opens work that was sealed with it.
 */
export type SessionAnswer = { token: string; user: SessionUser; unsentKey: string; otherUnsentKey?: string };
