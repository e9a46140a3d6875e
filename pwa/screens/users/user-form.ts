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

export const newUserProblems = checkBy<UserForm>(NewUserInput);
export const userProblems = checkBy<UserForm>(UserChange);

/** An e-mail that somebody has is said at its field; null: nothing of this form's own. */
export function userRefusal(error: unknown): Refusal<UserForm> | null {
  const isTaken = error instanceof ApiError && error.fields.email?.includes("taken");
  return isTaken ? { problems: { email: m.users_email_taken() }, failure: null } : null;
}
