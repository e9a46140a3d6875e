import { m } from "../../i18n/paraglide/messages.js";

export type CredentialErrors = { email: string | null; password: string | null };

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function credentialErrors(email: string, password: string): CredentialErrors {
  return {
    email: !email ? m.login_email_required() : emailShape.test(email) ? null : m.lists_email_invalid(),
    password: password ? null : m.login_password_required(),
  };
}
