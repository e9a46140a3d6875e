import { isIP } from "node:net";
import { ConfigError } from "../environment/index.ts";

/** The operator's rules for the mails of companies. */
export type MailRules = {
  /** `host` or `host:port` of mail servers in private networks that companies may use. */
  allowed: readonly string[];
  /** Mails of one company per hour. */
  perHour: number;
};

const PER_HOUR = 500;

export function readMailRules(environment: Record<string, string | undefined>): MailRules {
  const { MAIL_ALLOW = "", MAIL_PER_HOUR = "" } = environment;
  const perHour = MAIL_PER_HOUR.trim() === "" ? PER_HOUR : Number(MAIL_PER_HOUR);
  if (!Number.isInteger(perHour) || perHour < 1)
    throw new ConfigError(`MAIL_PER_HOUR is "${MAIL_PER_HOUR}": write a whole number, 1 or more.`);
  const allowed = MAIL_ALLOW.split(",").map((one) => one.trim().toLowerCase());
  return { allowed: allowed.filter(Boolean), perHour };
}

/** Returns whether a mail server may be in a private network. */
export function isPrivateMailAllowed({ allowed }: Pick<MailRules, "allowed">, host: string, port: number): boolean {
  const name = isIP(host.replace(/^\[|\]$/g, "")) === 6 && !host.startsWith("[") ? `[${host}]` : host;
  return allowed.includes(name) || allowed.includes(`${name}:${port}`);
}
