import { hkdfSync, randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { type MetaConfig, readMetaConfig } from "../domain/meta/index.ts";

/** Everything the environment says to this process. Nothing else reads `process.env`. */
export type Config = {
  host: string;
  port: number;
  /** Where people reach the desk; '' is taken from each request. Cookies are Secure when it is https. */
  publicUrl: string;
  dataDir: string;
  /** Origins of other pages that may call with the person's session. */
  corsOrigins: string[];
  /** Where `/sandbox` is answered; '' in production. */
  sandboxUrl: string;
  /** Behind a proxy that sets X-Forwarded-For and X-Forwarded-Proto. */
  trustsProxy: boolean;
  pwaFolder: string;
  logLevel: string;
  /** Who may read `/metrics` from elsewhere; '' or none: nobody but this machine. */
  metricsToken?: string;
  secret: Uint8Array;
  /** Whither pushes may go besides browsers' own services, and who answers for them. */
  pushAllowed?: string[];
  pushContact?: string;
  /** The platform's own app at Meta; none: no pages can be linked. */
  meta?: MetaConfig | null;
};

export type ProcessConfig = Config & {
  databaseUrl: string;
  /** Of the user who migrates; '' leaves the schema to somebody else. */
  ownerUrl: string;
  watchesParent: boolean;
};

const flag = v.pipe(
  v.optional(v.string(), ""),
  v.transform((value) => ["1", "true", "on", "yes"].includes(value.toLowerCase())),
);

const Environment = v.object({
  DATABASE_URL: v.optional(v.string(), ""),
  HOST: v.optional(v.string(), "127.0.0.1"),
  PORT: v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(0), v.maxValue(65_535)), "3000"),
  PUBLIC_URL: v.optional(v.string(), ""),
  DATA_DIR: v.optional(v.string(), "data"),
  CORS_ORIGIN: v.optional(v.string(), ""),
  SANDBOX: flag,
  SANDBOX_URL: v.optional(v.string(), ""),
  SECRET_KEY: v.optional(v.string(), ""),
  TRUST_PROXY: flag,
  DATABASE_OWNER_URL: v.optional(v.string(), ""),
  PARENT_WATCH: flag,
  LOG_LEVEL: v.optional(v.string(), "info"),
  METRICS_TOKEN: v.optional(v.string(), ""),
  PUSH_ALLOW: v.optional(v.string(), ""),
  PUSH_CONTACT: v.optional(v.string(), ""),
});

/** A sentence for whoever starts the process. */
export class ConfigError extends Error {}

export function readConfig(environment: Record<string, string | undefined>): ProcessConfig {
  const parsed = v.safeParse(Environment, environment);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new ConfigError(`${v.getDotPath(issue) ?? "The environment"} is not valid: ${issue.message}`);
  }
  const env = parsed.output;
  if (!env.DATABASE_URL) {
    throw new ConfigError(
      "DATABASE_URL is missing: name the application's role at the Postgres to use, or run `npm start` for the embedded one.",
    );
  }
  if (!env.SECRET_KEY && !env.SANDBOX) {
    throw new ConfigError("SECRET_KEY is missing: set 32 or more random characters, the same for every process.");
  }
  return {
    databaseUrl: env.DATABASE_URL,
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL.replace(/\/+$/, ""),
    dataDir: env.DATA_DIR,
    corsOrigins: env.CORS_ORIGIN.split(",")
      .map((origin) => origin.trim())
      .filter(Boolean),
    sandboxUrl: env.SANDBOX ? env.SANDBOX_URL.replace(/\/+$/, "") : "",
    trustsProxy: env.TRUST_PROXY,
    pwaFolder: fileURLToPath(new URL("../dist/pwa", import.meta.url)),
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    secret: env.SECRET_KEY ? new TextEncoder().encode(env.SECRET_KEY) : randomBytes(32),
    pushAllowed: env.PUSH_ALLOW.split(",").filter(Boolean),
    pushContact: env.PUSH_CONTACT,
    meta: readMetaConfig(environment),
    ownerUrl: env.DATABASE_OWNER_URL,
    watchesParent: env.PARENT_WATCH,
  };
}

/** A key of its own for each purpose: what signs media addresses cannot sign a session. */
export function deriveKey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "balcao", purpose, 32));
}
