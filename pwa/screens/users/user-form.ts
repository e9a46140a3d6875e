import type { Profile } from "../../../sync/contracts/refs.ts";
import { NewUserInput, UserChange } from "../../../sync/contracts/users.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { ApiError } from "../../session/api-error.ts";
import { checkBy, type Refusal } from "../lists/form-problems.ts";

/** A user as the dialog edits it; an empty password is the one they have. */
export type UserForm = {
  name: string;
  email: string;
  password: string;
  profile: Profile;
  queueIds: string[];
  connectionId: string | null;
  allTicket: boolean;
  allHistoric: boolean;
  allUserChat: boolean;
};

export const newUser: UserForm = {
  name: "",
  email: "",
  password: "",
  profile: "user",
  queueIds: [],
  connectionId: null,
  allTicket: false,
  allHistoric: false,
  allUserChat: false,
};

const lengths = { min_length: m.users_too_short, max_length: m.users_too_long, required: m.users_required };
/** The sentences of a person's own fields, whoever edits them. */
export const personWords = {
  name: lengths,
  password: lengths,
  email: { email: m.users_email_invalid, required: m.users_required },
};
const userWords = { ...personWords, profile: { required: m.users_required } };

export const newUserProblems = checkBy<UserForm>(NewUserInput, userWords);
export const userProblems = checkBy<UserForm>(UserChange, userWords);

/** An e-mail that somebody has is said at its field; null: nothing of this form's own. */
export function userRefusal(error: unknown): Refusal<UserForm> | null {
  const isTaken = error instanceof ApiError && error.fields.email?.includes("taken");
  return isTaken ? { problems: { email: m.users_email_taken() }, failure: null } : null;
}
