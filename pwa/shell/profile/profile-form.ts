import type { SessionUser } from "../../../sync/contracts/session.ts";
import { m } from "../../i18n/paraglide/messages.js";

export type ProfileForm = { name: string; email: string; password: string };
export type ProfileProblems = { [Field in keyof ProfileForm]: string | null } & { any: boolean };

const NAME = { least: 2, most: 50 };
const PASSWORD = { least: 5, most: 50 };

export const profileOf = (user: SessionUser): ProfileForm => ({ name: user.name, email: user.email, password: "" });

/** The specification's rules; an empty password means unchanged. */
export function profileProblems(form: ProfileForm): ProfileProblems {
  const name = lengthProblem(form.name.trim(), NAME);
  const password = form.password === "" ? null : lengthProblem(form.password, PASSWORD);
  const email = emailProblem(form.email.trim());
  return { name, email, password, any: Boolean(name || email || password) };
}

function lengthProblem(text: string, { least, most }: typeof NAME): string | null {
  if (text === "") return m.profile_required();
  if (text.length < least) return m.profile_name_short();
  return text.length > most ? m.profile_name_long() : null;
}

function emailProblem(email: string): string | null {
  if (email === "") return m.profile_required();
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? null : m.profile_email_invalid();
}
