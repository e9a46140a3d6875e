import type { MailTemplate } from "../../sync/contracts/mail.ts";

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
  /** `code`: sealed until the mail is sent. */
  passwordReset: { name: string; email: string; minutes: number; code: string };
  /** After a reset. */
  passwordChanged: { name: string; email: string };
};

/** A mail's content in one language. `path`: a page of the application. */
export type MailContent = { subject: string; paragraphs: string[]; link: { label: string; path: string } };

export type MailTemplates = { [T in MailTemplate]: (values: MailValues[T]) => MailContent };
