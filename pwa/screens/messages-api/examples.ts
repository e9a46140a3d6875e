import { m } from "../../i18n/paraglide/messages.js";

const NUMBER = "5531988887777";
const [MESSAGE, TICKET, CONTACT] = [
  "019b3c52-7a10-7c3e-9a54-0d6b1f7e2c41",
  "019b3c51-22d8-7f0b-8e19-5b0a4c9d7e33",
  "019b3c50-9f04-7a6d-b1c2-8e7f3d2a1b05",
];

/** Quotes a text for a shell: an apostrophe closes the quotation, is escaped, and opens it again. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const call = (address: string, key: string) =>
  [`curl ${quoted(address)}`, `-H ${quoted(`Authorization: Bearer ${m.messages_api_your_token()}`)}`, key].join(
    " \\\n  ",
  );

export function textExample(address: string): string {
  const body = JSON.stringify({ number: NUMBER, body: m.messages_api_sample() });
  return [
    call(address, "-H 'Idempotency-Key: 1001'"),
    "-H 'Content-Type: application/json'",
    `-d ${quoted(body)}`,
  ].join(" \\\n  ");
}

export function mediaExample(address: string): string {
  return [
    call(address, "-H 'Idempotency-Key: 1002'"),
    `-F 'number=${NUMBER}'`,
    `-F ${quoted(`body=${m.messages_api_sample()}`)}`,
    "-F 'medias=@nota.pdf'",
  ].join(" \\\n  ");
}

export const answerExample = JSON.stringify(
  { messages: [{ id: MESSAGE, mediaType: "chat" }], ticketId: TICKET, contactId: CONTACT, number: NUMBER },
  null,
  2,
);
