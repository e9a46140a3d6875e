import * as v from "valibot";
import { EmailAddress } from "../emails.ts";

/** The company's mail server as its settings name it. */
export type MailHost = { host: string; port: number; isSecure: boolean };

/** Ports of mail submission and of mail servers. Another port of a public host has another service. */
export const mailPorts: readonly number[] = [25, 465, 587, 2525];

const PORT = 587;
const TLS_PORT = 465;

/** Reads `host`, `host:port` or `smtp(s)://host[:port]`; null: none of these. A login in the address is refused. */
export function readMailHost(text: string): MailHost | null {
  const given = text.trim();
  const url = URL.parse(/^[a-z]+:\/\//i.test(given) ? given : `smtp://${given}`);
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || url.username || url.password) return null;
  if (!/^\/?$/.test(url.pathname) || url.search || url.hash || /[\s%]/.test(given)) return null;
  const isTls = url.protocol === "smtps:";
  const port = url.port ? Number(url.port) : isTls ? TLS_PORT : PORT;
  return { host: url.hostname.toLowerCase(), port, isSecure: isTls || port === TLS_PORT };
}

export type MailSender = { name: string; address: string };

/** A line break in a header would begin another header. */
export const isOneLine = (text: string) => !/\p{Cc}/u.test(text);

/** Reads `address` or `Name <address>`; null: neither. */
export function readMailSender(text: string): MailSender | null {
  const [, name = "", named = ""] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const parsed = v.safeParse(EmailAddress, named || text);
  if (!parsed.success || !isOneLine(name)) return null;
  return { name: name.trim().replace(/^"(.*)"$/, "$1"), address: parsed.output };
}
