import type { MailTemplates } from "../mail.ts";
import { formatsOf } from "./formats.ts";
import { resetPath, spaced } from "./reset-code.ts";

const { day, money } = formatsOf("en-US");
const daysLeft = (days: number) =>
  days === 0 ? "is due today" : days === 1 ? "is due tomorrow" : `is due in ${days} days`;
const invoices = { label: "See invoices", path: "/financeiro" };

export const en: MailTemplates = {
  welcome: ({ name, company, lastDay }) => ({
    subject: `${company} is on Balcão`,
    paragraphs: [
      `Hello, ${name}.`,
      `The account of ${company} is ready. The trial ends on ${day(lastDay)}.`,
      "To receive the first message, connect a WhatsApp number under Connections, create a queue and invite a colleague.",
    ],
    link: { label: "Connect a number", path: "/connections" },
  }),
  invoiceReminder: ({ company, invoice, amountCents, dueDate, days }) => ({
    subject: `Invoice ${invoice} ${daysLeft(days)}`,
    paragraphs: [
      `Invoice ${invoice} of ${company}, ${money(amountCents)}, ${daysLeft(days)} (${day(dueDate)}).`,
      "After the due date only admins can sign in, and only to pay. Messages of customers keep arriving for 30 days.",
      "If you have already paid, please ignore this e-mail.",
    ],
    link: invoices,
  }),
  paymentReceived: ({ company, invoice, amountCents, paidUntil }) => ({
    subject: `Payment of invoice ${invoice} confirmed`,
    paragraphs: [
      `The payment of ${money(amountCents)} for invoice ${invoice} of ${company} is confirmed.`,
      `The subscription is paid until ${day(paidUntil)}. The receipt is in the list of invoices.`,
    ],
    link: invoices,
  }),
  connectionsSuspended: ({ company, dueDate }) => ({
    subject: `The connections of ${company} are suspended`,
    paragraphs: [
      `The subscription of ${company} ended on ${day(dueDate)}, more than 30 days ago. Its connections are suspended: messages of customers no longer arrive in Balcão.`,
      "Nothing was deleted. After the payment the connections return by themselves.",
    ],
    link: invoices,
  }),
  passwordReset: ({ name, email, minutes, code }) => ({
    subject: "Code to reset your password",
    paragraphs: [
      `Hello, ${name}.`,
      `Your code is ${spaced(code)}. It is valid for ${minutes} minutes and works once.`,
      "If you did not ask for it, ignore this e-mail: your password stays the same. Give the code to nobody.",
    ],
    link: { label: "Enter the code", path: resetPath(email) },
  }),
  passwordChanged: ({ name, email }) => ({
    subject: "Your password was reset",
    paragraphs: [
      `Hello, ${name}.`,
      `The password of the account ${email} was just reset, and all devices were signed out.`,
      "If it was not you, reset the password again and tell the administrator of your company.",
    ],
    link: { label: "Reset the password", path: "/forgetpsw" },
  }),
};
