import type { MailTemplate } from "../../../contracts/account/mail.ts";

/** The values of each template. Days are local, "YYYY-MM-DD"; amounts are cents. */
export type MailValues = {
  /** After a sign-up. */
  welcome: { name: string; company: string; lastDay: string };
  /** `days` before the due date; 0: on the day. */
  invoiceReminder: { company: string; invoice: number; amountCents: number; dueDate: string; days: number };
  /** `paidUntil`: the new due date. */
  paymentReceived: { company: string; invoice: number; amountCents: number; paidUntil: string };
  /** The company's connections rest, because its due date passed 30 days ago. */
  connectionsSuspended: { company: string; dueDate: string };
  /** A campaign was scheduled by HTTP. `at`: local, "YYYY-MM-DDTHH:mm". */
  campaignScheduled: { campaign: string; campaignId: string; by: string; at: string };
  /** The company's files use 80 % of its storage. In units of 1024 MiB. */
  storageFilling: { company: string; usedGb: number; limitGb: number };
  /** `code`: sealed until the mail is sent. */
  passwordReset: { name: string; email: string; minutes: number; code: string };
  /** To the first admin of a company that the platform created, who has no password yet. `code`: sealed. */
  firstAccess: { name: string; email: string; company: string; days: number; code: string };
  /** After a reset. */
  passwordChanged: { name: string; email: string };
  /** The next four prove an address: they have no text of the person who typed it. `until`: local, "HH:mm". `code`: sealed. */
  signUpCode: { until: string; code: string };
  /** The same for an address that has an account. */
  signUpCodeKnown: { until: string; code: string };
  /** `token`: opens the page that creates the company; sealed. */
  signUpLink: { hours: number; token: string };
  /** Instead of the link, for an address that has an account. */
  signUpKnown: Record<string, never>;
};

/** `code`: drawn large. `note`: drawn small. */
export type MailParagraph = string | { code: string } | { note: string };

/** A mail's content in one language. `path`: a page of the application; null: nothing to open. */
export type MailContent = {
  subject: string;
  paragraphs: MailParagraph[];
  link: { label: string; path: string } | null;
};

export type MailTemplates = { [T in MailTemplate]: (values: MailValues[T]) => MailContent };
