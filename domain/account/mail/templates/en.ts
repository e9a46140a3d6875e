import type { MailParagraph, MailTemplates } from "../mail.ts";
import { resetPath, signInPath, signUpPath, spaced } from "./codes.ts";
import { formatsOf } from "./formats.ts";

const { amount, day, money, moment } = formatsOf("en-US");
const daysLeft = (days: number) =>
  days === 0 ? "is due today" : days === 1 ? "is due tomorrow" : `is due in ${days} days`;
const invoices = { label: "See invoices", path: "/financeiro" };

const codeMail = (until: string, code: string) => ({
  subject: `${code} is your Balcão code`,
  paragraphs: [
    "Use this code to confirm your e-mail:",
    { code: spaced(code) },
    `Valid until ${until}. Type it on the page on which you asked for it.`,
  ] as MailParagraph[],
  link: null,
});

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
  campaignScheduled: ({ campaign, campaignId, by, at }) => ({
    subject: `The campaign ${campaign} was scheduled by the API`,
    paragraphs: [
      `The campaign ${campaign} was scheduled by the API, by ${by}, for ${moment(at)}.`,
      "Nobody has seen its dry run: check who gets it and the text before that time. If it must not go out, remove its schedule.",
    ],
    link: { label: "See the dry run", path: `/campaign/${campaignId}/preview` },
  }),
  storageFilling: ({ company, usedGb, limitGb }) => ({
    subject: `The storage of ${company} is nearly full`,
    paragraphs: [
      `The files of ${company} use ${amount(usedGb)} of ${amount(limitGb)} GB.`,
      "Without room, sent files are refused, and received ones are not stored. Delete old internal conversations and contacts, or change the plan.",
    ],
    link: { label: "See the subscription", path: "/subscription" },
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
  firstAccess: ({ name, email, company, days, code }) => ({
    subject: "Your access to Balcão",
    paragraphs: [
      `Hello, ${name}.`,
      `The account of ${company} has been created, and you administer it with the e-mail ${email}.`,
      `To choose your password, use the code ${spaced(code)}. It is valid for ${days} days and only once. After that, ask for another one at "Forgot my password".`,
    ],
    link: { label: "Choose the password", path: resetPath(email) },
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
  signUpCode: ({ until, code }) => ({
    ...codeMail(until, code),
    paragraphs: [
      ...codeMail(until, code).paragraphs,
      {
        note: "You did not ask for it? Somebody typed your e-mail by mistake. Ignore this message: without the code nothing is created.",
      },
    ],
  }),
  signUpCodeKnown: ({ until, code }) => ({
    ...codeMail(until, code),
    paragraphs: [
      ...codeMail(until, code).paragraphs,
      "You already have an account with this e-mail. After the code, just sign in to it.",
      {
        note: "You did not ask for it? Ignore this message. Your account has not changed and your password still works.",
      },
    ],
  }),
  signUpLink: ({ hours, token }) => ({
    subject: "Confirm your e-mail for Balcão",
    paragraphs: [
      "Open the link to confirm your e-mail and create the account.",
      `It is valid for ${hours} hours and works once.`,
      {
        note: "You did not ask for it? Somebody typed your e-mail by mistake. Do not open the link: without it nothing is created.",
      },
    ],
    link: { label: "Create the account", path: signUpPath(token) },
  }),
  signUpKnown: () => ({
    subject: "You already have an account on Balcão",
    paragraphs: [
      "A new account was requested for this e-mail. You already have one: just sign in to it.",
      'If you forgot the password, ask for a code under "Forgot my password".',
      {
        note: "You did not ask for it? Ignore this message. Your account has not changed and your password still works.",
      },
    ],
    link: { label: "Sign in", path: signInPath },
  }),
};
