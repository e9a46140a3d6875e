import { ConfigError, readAddress } from "../../../outside/environment/index.ts";

/** The AI server of the platform, and the limits of each user and company. */
export type AiConfig = {
  /** Used by companies without a server of their own; null: none. */
  platform: { url: string; key: string; model: string } | null;
  /** Origins that a company's server may have although they are in a private network or not https. */
  allowed: readonly string[];
  perMinute: number;
  perDay: number;
  /** Requests of a company within a day; of a company on trial. */
  perCompany: number;
  perTrial: number;
};

export const noAi: AiConfig = {
  platform: null,
  allowed: [],
  ...{ perMinute: 10, perDay: 200, perCompany: 1_000, perTrial: 50 },
};

/** Reads AI_URL, AI_KEY, AI_MODEL, AI_ALLOW, AI_PER_MINUTE, AI_PER_DAY, AI_PER_COMPANY and AI_PER_TRIAL. */
export function readAiConfig(environment: Record<string, string | undefined>): AiConfig {
  const url = environment.AI_URL?.trim();
  const model = environment.AI_MODEL?.trim() ?? "";
  if (url && !model) throw new ConfigError("AI_MODEL is missing: name the model that the server at AI_URL offers.");
  return {
    platform: url ? { url: readAddress("AI_URL", url, ""), key: environment.AI_KEY?.trim() ?? "", model } : null,
    allowed: (environment.AI_ALLOW ?? "").split(",").filter(Boolean),
    perMinute: readCount("AI_PER_MINUTE", environment.AI_PER_MINUTE, noAi.perMinute),
    perDay: readCount("AI_PER_DAY", environment.AI_PER_DAY, noAi.perDay),
    perCompany: readCount("AI_PER_COMPANY", environment.AI_PER_COMPANY, noAi.perCompany),
    perTrial: readCount("AI_PER_TRIAL", environment.AI_PER_TRIAL, noAi.perTrial),
  };
}

function readCount(name: string, value: string | undefined, unset: number): number {
  if (!value?.trim()) return unset;
  const count = Number(value);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new ConfigError(`${name} is "${value}": write a whole number from 1.`);
  return count;
}
