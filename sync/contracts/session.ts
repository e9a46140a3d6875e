import * as v from "valibot";

export const Credentials = v.object({ email: v.string(), password: v.string() });

/** The signed-in user as the HTTP interface answers it and the device keeps it. */
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
/** The connection by which the user starts conversations; null: the company's default. */
export const ownConnectionOf = (user: Pick<SessionUser, "whatsappId">): string | null => user.whatsappId;

export type SessionAnswer = { token: string; user: SessionUser };
