import type { Language } from "../languages.ts";

/** The mails that the platform sends to companies and their users. */
export const mailTemplates = [
  "welcome",
  "invoiceReminder",
  "paymentReceived",
  "connectionsSuspended",
  "campaignScheduled",
  "storageFilling",
  "passwordReset",
  "firstAccess",
  "passwordChanged",
  "signUpCode",
  "signUpCodeKnown",
  "signUpLink",
  "signUpKnown",
] as const;
export type MailTemplate = (typeof mailTemplates)[number];

/** The payload of the job `mail.send`. */
export type MailJob = {
  /** The company that the mail is about; null: a sign-up, before a company exists. */
  companyId: string | null;
  to: string;
  template: MailTemplate;
  language: Language;
  values: Record<string, string | number>;
  /** More values, which only the sender of the mail can read: encrypted with SECRET_KEY, in base64. */
  sealed?: string;
  /** The mail is not sent after this instant. ISO. */
  expiresAt?: string;
};
