import { ConfigError } from "../../../outside/environment/index.ts";

/** The operator's rules for the mails of companies. */
export type MailRules = {
  /** `host` or `host:port` of mail servers in private networks that companies may use. */
  allowed: readonly string[];
  /** Mails of one company per hour. */
  perHour: number;
  /** Mails of one company within 24 hours. */
  perDay: number;
};

const PER_HOUR = 500;
const PER_DAY = 5_000;

export function readMailRules(environment: Record<string, string | undefined>): MailRules {
  const { MAIL_ALLOW = "" } = environment;
  const count = (name: string, unset: number): number => {
    const text = environment[name] ?? "";
    const most = text.trim() === "" ? unset : Number(text);
    if (!Number.isInteger(most) || most < 1)
      throw new ConfigError(`${name} is "${text}": write a whole number, 1 or more.`);
    return most;
  };
  const perHour = count("MAIL_PER_HOUR", PER_HOUR);
  const perDay = count("MAIL_PER_DAY", PER_DAY);
  const allowed = MAIL_ALLOW.split(",").map((one) => one.trim().toLowerCase());
  return { allowed: allowed.filter(Boolean), perHour, perDay };
}
