import type { Profile } from "../../../contracts/account/permissions.ts";
import { NewUserInput, UserChange } from "../../../contracts/account/users.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { ApiError } from "../../session/api-error.ts";
import { checkBy, type Problems, type Refusal } from "../lists/form-problems.ts";
import { passwordTexts } from "../lists/password-texts.ts";

/** The values of the user dialog; an empty password keeps the present one. */
export type UserForm = {
  name: string;
  email: string;
  password: string;
  /** Needed only to change one's own e-mail or password. */
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

/** The sentences of the fields that the user dialog and the profile dialog share. */
export const personTexts = { password: passwordTexts };

export const newUserProblems = checkBy<UserForm>(NewUserInput, personTexts);
export const userProblems = checkBy<UserForm>(UserChange, personTexts);

type SignIn = { email: string; password: string };

/**
 * Returns whether a form changes the e-mail or password: for the signed-in user the server then requires the present
 * password.
 */
export const changesSignIn = (form: SignIn, before: { email: string }): boolean =>
  form.password !== "" || form.email.trim().toLowerCase() !== before.email.toLowerCase();

/**
 * Returns the problems of a form about the signed-in user: `currentPassword` is required when e-mail or password
 * changes.
 */
export const ownProblems =
  <Form extends SignIn & { currentPassword: string }>(
    check: (form: Form) => Problems<Form>,
    before: { email: string },
  ) =>
  (form: Form): Problems<Form> =>
    changesSignIn(form, before) && form.currentPassword === ""
      ? { ...check(form), currentPassword: m.lists_required() }
      : check(form);

/** Shows an e-mail in use at its field; null: the common interpretation applies. */
export function userRefusal(error: unknown): Refusal<UserForm> | null {
  const isTaken = error instanceof ApiError && error.fields.email?.includes("taken");
  return isTaken ? { problems: { email: m.users_email_taken() }, failure: null } : null;
}
