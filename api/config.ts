import { hkdfSync, randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import type { Secret, Secrets } from "../db/index.ts";
import { type BackupPlan, readBackupPlan } from "../domain/account/backups/index.ts";
import { type AiConfig, readAiConfig } from "../domain/office/ai-text/index.ts";
import { type MailRules, readMailRules } from "../domain/office/mails/index.ts";
import { ConfigError, readSecretKeys, readSwitch, refusePublicSandbox } from "../outside/environment/index.ts";
import { type FilesAddress, readDiskReserve, readFilesAddress } from "../outside/file-store/index.ts";
import { type MetaConfig, readMetaConfig } from "../outside/graph/index.ts";
import { type Payments, readPayments } from "../outside/payments/index.ts";

/** Settings of this process, read from the environment. No other file reads `process.env`. */
export type Config = {
  host: string;
  port: number;
  /** The desk's public address; '': derived from each request. Cookies are Secure when it is https. */
  publicUrl: string;
  dataDir: string;
  /** Minimum free disk space in bytes; uploads are refused below it. */
  diskReserveBytes?: number;
  /** Origins of other pages that may call the API with the user's session. */
  corsOrigins: string[];
  /** Address of the connector that serves `/sandbox`; '' in production. */
  sandboxUrl: string;
  /** True behind a proxy that sets X-Forwarded-For and X-Forwarded-Proto. */
  trustsProxy: boolean;
  /** Whether companies can sign up; undefined: no. */
  allowsSignUp?: boolean;
  /** Addresses of the terms and the privacy policy that a sign-up accepts; '' or undefined: none. */
  termsUrl?: string;
  privacyUrl?: string;
  /** Where people without a session get help, for example a chat; '' or undefined: nowhere. */
  helpUrl?: string;
  pwaFolder: string;
  logLevel: string;
  /** Bearer token for reading `/metrics` from other machines; '' or undefined: only this machine may read it. */
  metricsToken?: string;
  secrets: Secrets;
  /** Origins that pushes may go to besides the browsers' own services, and the contact address sent with each push. */
  pushAllowed?: string[];
  pushContact?: string;
  /** Origins in a private network where a queue's flow may be. */
  flowsAllowed?: string[];
  /** The platform's own app at Meta; null or undefined: no pages can be connected. */
  meta?: MetaConfig | null;
  /** The ways to pay invoices; undefined: none. */
  payments?: Payments;
  /** The AI server and the limits of its users; undefined: none. */
  ai?: AiConfig;
  /** The rules for the mails of companies; undefined: the usual ones. */
  mailRules?: MailRules;
  /** The daily backups that another program makes; null or undefined: none are planned. */
  backupPlan?: BackupPlan | null;
};

export type ProcessConfig = Config & {
  databaseUrl: string;
  /** Where files are stored. */
  filesAddress: FilesAddress;
  /** True in the sandbox; elsewhere the process refuses to start while a demo account is usable. */
  hasSandbox: boolean;
  /** Database address of the owner role, used for migrations; '': this process does not migrate. */
  ownerUrl: string;
  watchesParent: boolean;
};

const WebAddress = v.union([v.literal(""), v.pipe(v.string(), v.regex(/^https?:\/\/\S+$/, "an address, https://…"))]);

const Environment = v.object({
  DATABASE_URL: v.optional(v.string(), ""),
  HOST: v.optional(v.string(), "127.0.0.1"),
  PORT: v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(0), v.maxValue(65_535)), "3000"),
  PUBLIC_URL: v.optional(v.string(), ""),
  DATA_DIR: v.optional(v.string(), "./.data"),
  DISK_RESERVE_MB: v.pipe(
    v.optional(v.string(), ""),
    v.transform((value) => readDiskReserve(value)),
  ),
  CORS_ORIGIN: v.optional(v.string(), ""),
  SANDBOX_URL: v.optional(v.string(), ""),
  SECRET_KEY: v.optional(v.string(), ""),
  DATABASE_OWNER_URL: v.optional(v.string(), ""),
  LOG_LEVEL: v.optional(v.string(), "info"),
  METRICS_TOKEN: v.optional(v.string(), ""),
  PUSH_ALLOW: v.optional(v.string(), ""),
  PUSH_CONTACT: v.optional(v.string(), ""),
  FLOW_ALLOW: v.optional(v.string(), ""),
  TERMS_URL: v.optional(WebAddress, ""),
  PRIVACY_URL: v.optional(WebAddress, ""),
  HELP_URL: v.optional(WebAddress, ""),
});

export function readConfig(environment: Record<string, string | undefined>): ProcessConfig {
  const parsed = v.safeParse(Environment, environment);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new ConfigError(`${v.getDotPath(issue) ?? "The environment"} is not valid: ${issue.message}`);
  }
  const env = parsed.output;
  if (!env.DATABASE_URL) {
    throw new ConfigError(
      "DATABASE_URL is missing: the address of Postgres, signed in as the application's role. In the repository, `npm start` has an embedded Postgres.",
    );
  }
  const hasSandbox = readSwitch("SANDBOX", environment.SANDBOX);
  refusePublicSandbox({
    host: env.HOST,
    isOn: hasSandbox,
    mayBePublic: readSwitch("SANDBOX_PUBLIC", environment.SANDBOX_PUBLIC),
  });
  // A random key per start is sufficient in the sandbox.
  const secrets: Secrets = hasSandbox && !env.SECRET_KEY ? [randomBytes(32)] : readSecretKeys(environment);
  return {
    databaseUrl: env.DATABASE_URL,
    host: env.HOST,
    port: env.PORT,
    publicUrl: readPublicUrl(env.PUBLIC_URL, hasSandbox),
    dataDir: env.DATA_DIR,
    filesAddress: readFilesAddress(environment, env.DATA_DIR),
    diskReserveBytes: env.DISK_RESERVE_MB,
    corsOrigins: env.CORS_ORIGIN.split(",")
      .map((origin) => origin.trim())
      .filter(Boolean),
    hasSandbox,
    sandboxUrl: hasSandbox ? env.SANDBOX_URL.replace(/\/+$/, "") : "",
    trustsProxy: readSwitch("TRUST_PROXY", environment.TRUST_PROXY),
    allowsSignUp: readSwitch("ALLOW_SIGNUP", environment.ALLOW_SIGNUP, hasSandbox),
    termsUrl: env.TERMS_URL,
    privacyUrl: env.PRIVACY_URL,
    helpUrl: env.HELP_URL,
    pwaFolder: fileURLToPath(new URL("../dist/pwa", import.meta.url)),
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    secrets,
    pushAllowed: env.PUSH_ALLOW.split(",").filter(Boolean),
    pushContact: env.PUSH_CONTACT,
    flowsAllowed: env.FLOW_ALLOW.split(",").filter(Boolean),
    meta: readMetaConfig(environment),
    payments: readPayments(environment),
    ai: readAiConfig(environment),
    mailRules: readMailRules(environment),
    backupPlan: readBackupPlan(environment),
    ownerUrl: env.DATABASE_OWNER_URL,
    watchesParent: readSwitch("PARENT_WATCH", environment.PARENT_WATCH),
  };
}

/**
 * Reads the desk's public address. Outside the sandbox it is never taken from a request's Host header, which the
 * sender chooses.
 */
function readPublicUrl(value: string, hasSandbox: boolean): string {
  if (!value && hasSandbox) return "";
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ""))
    throw new ConfigError("PUBLIC_URL is missing or wrong: the address where people reach the desk, https://… .");
  return value.replace(/\/+$/, "");
}

/** Keys of one purpose, one for each secret. The first signs; what any of them has signed is accepted. */
export type Keys = readonly [Uint8Array, ...Uint8Array[]];

/** Derives separate keys for each purpose, so that the key of media addresses cannot sign a session. */
export function deriveKeys([first, ...others]: Secrets, purpose: string): Keys {
  const derive = (secret: Secret) => new Uint8Array(hkdfSync("sha256", secret, "balcao", purpose, 32));
  return [derive(first), ...others.map(derive)];
}
