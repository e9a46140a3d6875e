import * as v from "valibot";
import { profiles } from "../../contracts/account/permissions.ts";
import { SessionWire, UserListWire, UserPageWire, UserWire } from "../../contracts/wire/users.ts";
import { AnswerId, AnswerTime, Count, Named, NamedInColor } from "../http/answer-values.ts";
import { SettingAnswer } from "../settings/answers.ts";

const QueueOfUser = v.object({
  ...NamedInColor.entries,
  UserQueue: v.object({ queueId: v.pipe(AnswerId, v.description("The same as the queue's `id`")) }),
});

/** A user as in lists: for colleagues, and for super users who look at another company. */
export const UserListAnswer = v.object({
  ...UserListWire.entries,
  id: AnswerId,
  email: v.pipe(
    v.string(),
    v.description("'' for colleagues: only admins, super users of another company and the user get it"),
  ),
  queues: v.array(QueueOfUser),
  online: v.boolean(),
});

export const UserPickerAnswer = v.array(UserListAnswer);
export const UserPageAnswer = v.object({ ...UserPageWire.entries, users: v.array(UserListAnswer) });

const connectionOfUser = v.pipe(
  v.nullable(AnswerId),
  v.description("The connection for the user's new conversations; null: the company's default"),
);

export const UserAnswer = v.object({
  ...UserWire.entries,
  ...UserListAnswer.entries,
  super: v.boolean(),
  companyId: AnswerId,
  whatsappId: connectionOfUser,
  openTickets: v.pipe(Count, v.description("Open tickets, which return to their queues when the user is deleted")),
  createdAt: AnswerTime,
  updatedAt: AnswerTime,
});

/** A user of another company is answered as in lists. */
export const FoundUserAnswer = v.union([UserAnswer, UserListAnswer]);

/** The signed-in user with the company and its settings. */
export const SignedInUserAnswer = v.object({
  ...Named.entries,
  email: v.string(),
  profile: v.picklist(profiles),
  super: v.boolean(),
  companyId: AnswerId,
  whatsappId: connectionOfUser,
  allTicket: UserWire.entries.allTicket,
  allUserChat: UserWire.entries.allUserChat,
  allHistoric: UserWire.entries.allHistoric,
  queues: v.array(QueueOfUser),
  company: v.object({
    ...Named.entries,
    email: v.pipe(v.string(), v.description("The address for invoices and reminders; '': none")),
    dueDate: v.pipe(AnswerTime, v.description("UTC, ISO 8601: the end of the last paid day")),
    trialExpiration: v.pipe(
      v.nullable(AnswerTime),
      v.description("UTC, ISO 8601: the end of the trial; null: no trial, or one that a payment ended"),
    ),
    restricted: v.pipe(
      v.boolean(),
      v.description("true: the company is past its due date, and the session reaches only what paying needs"),
    ),
    settings: v.array(SettingAnswer),
  }),
});

/** A changed user of the own company is answered like a signed-in user; one of another company as in lists. */
export const ChangedUserAnswer = v.union([SignedInUserAnswer, UserListAnswer]);

export const SessionListAnswer = v.object({
  sessions: v.array(
    v.object({
      ...SessionWire.entries,
      id: AnswerId,
      device: v.pipe(v.string(), v.description("Browser and system, or the start of the User-Agent; '': unknown")),
      since: AnswerTime,
      lastSeenAt: v.pipe(AnswerTime, v.description("UTC, ISO 8601: when it last got a bearer token")),
      current: v.pipe(v.boolean(), v.description("true: the session of this call")),
    }),
  ),
});
