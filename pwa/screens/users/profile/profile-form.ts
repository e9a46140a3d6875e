import type { SessionUser } from "../../../../contracts/account/session.ts";
import { ProfileChange } from "../../../../contracts/account/users.ts";
import { checkBy } from "../../lists/form-problems.ts";
import { personTexts } from "../user-form.ts";

export type ProfileForm = { name: string; email: string; password: string; currentPassword: string };

export const profileOf = (user: SessionUser): ProfileForm => ({
  name: user.name,
  email: user.email,
  password: "",
  currentPassword: "",
});

/** An empty password means unchanged. */
export const profileProblems = checkBy<ProfileForm>(ProfileChange, personTexts);
