import type { Profile } from "../../../sync/contracts/refs.ts";
import { NewUserInput, UserChange } from "../../../sync/contracts/users.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { ApiError } from "../../session/api-error.ts";
import { checkBy, type Problems, type Refusal } from "../lists/form-problems.ts";

/** A user as the dialog edits it; an empty password is the one they have. */
export type UserForm = {
  name: string;
  email: string;
  password: string;
  /** Only to change one's own e-mail or password. */
  currentPassword: string;
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
  currentPassword: "",
  profile: "user",
  queueIds: [],
  connectionId: null,
  allTicket: false,
  allHistoric: false,
  allUserChat: false,
};

/** The sentences of a person's own fields, whoever edits them. */
export const personWords = { password: { check: m.users_password_common } };

export const newUserProblems = checkBy<UserForm>(NewUserInput, personWords);
export const userProblems = checkBy<UserForm>(UserChange, personWords);

type SignIn = { email: string; password: string };

/** Whether a form changes the e-mail or password: for oneself the server then asks for the present password. */
export const changesSignIn = (form: SignIn, before: { email: string }): boolean =>
  form.password !== "" || form.email.trim().toLowerCase() !== before.email.toLowerCase();

/** The problems of a form about oneself: `currentPassword` is required where the sign-in changes. */
export const ownProblems =
  <Form extends SignIn & { currentPassword: string }>(
    check: (form: Form) => Problems<Form>,
    before: { email: string },
  ) =>
  (form: Form): Problems<Form> =>
    changesSignIn(form, before) && form.currentPassword === ""
      ? { ...check(form), currentPassword: m.lists_required() }
      : check(form);

/** An e-mail that somebody has is said at its field; null: nothing of this form's own. */
export function userRefusal(error: unknown): Refusal<UserForm> | null {
  const isTaken = error instanceof ApiError && error.fields.email?.includes("taken");
  return isTaken ? { problems: { email: m.users_email_taken() }, failure: null } : null;
}
