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
  company: { id: string; name: string; dueDate: string; settings: { key: string; value: string }[] };
};
/** The connection for the user's new conversations; null: the company's default. */
export const ownConnectionOf = (user: Pick<SessionUser, "whatsappId">): string | null => user.whatsappId;

export type SessionAnswer = { token: string; user: SessionUser };
