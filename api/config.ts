import { hkdfSync, randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { ConfigError, readSecretKey, readSwitch, refusePublicSandbox } from "../domain/environment/index.ts";
import { readDiskReserve } from "../domain/files/index.ts";
import { type MetaConfig, readMetaConfig } from "../domain/meta/index.ts";

/** Everything the environment says to this process. Nothing else reads `process.env`. */
export type Config = {
  host: string;
  port: number;
  /** Where people reach the desk; '' is taken from each request. Cookies are Secure when it is https. */
  publicUrl: string;
  dataDir: string;
  /** Files are taken only while more than this is free. */
  diskReserveBytes?: number;
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
  /** Origins in a private network that a queue's flow may be at. */
  flowsAllowed?: string[];
  /** The platform's own app at Meta; none: no pages can be linked. */
  meta?: MetaConfig | null;
};

export type ProcessConfig = Config & {
  databaseUrl: string;
  /** Outside the sandbox no demo account may be open. */
  hasSandbox: boolean;
  /** Database address of the owner, who migrates; '' means that this process does not migrate. */
  ownerUrl: string;
  watchesParent: boolean;
};

const Environment = v.object({
  DATABASE_URL: v.optional(v.string(), ""),
  HOST: v.optional(v.string(), "127.0.0.1"),
  PORT: v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(0), v.maxValue(65_535)), "3000"),
  PUBLIC_URL: v.optional(v.string(), ""),
  DATA_DIR: v.optional(v.string(), "data"),
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
      "DATABASE_URL is missing: name the application's role at the Postgres to use, or run `npm start` for the embedded one.",
    );
  }
  const hasSandbox = readSwitch("SANDBOX", environment.SANDBOX);
  refusePublicSandbox({
    host: env.HOST,
    isOn: hasSandbox,
    mayBePublic: readSwitch("SANDBOX_PUBLIC", environment.SANDBOX_PUBLIC),
  });
  // Alone with the sandbox, a key of this start will do.
  const secret = hasSandbox && !env.SECRET_KEY ? randomBytes(32) : Buffer.from(readSecretKey(env.SECRET_KEY));
  return {
    databaseUrl: env.DATABASE_URL,
    host: env.HOST,
    port: env.PORT,
    publicUrl: readPublicUrl(env.PUBLIC_URL, hasSandbox),
    dataDir: env.DATA_DIR,
    diskReserveBytes: env.DISK_RESERVE_MB,
    corsOrigins: env.CORS_ORIGIN.split(",")
      .map((origin) => origin.trim())
      .filter(Boolean),
    hasSandbox,
    sandboxUrl: hasSandbox ? env.SANDBOX_URL.replace(/\/+$/, "") : "",
    trustsProxy: readSwitch("TRUST_PROXY", environment.TRUST_PROXY),
    pwaFolder: fileURLToPath(new URL("../dist/pwa", import.meta.url)),
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    secret,
    pushAllowed: env.PUSH_ALLOW.split(",").filter(Boolean),
    pushContact: env.PUSH_CONTACT,
    flowsAllowed: env.FLOW_ALLOW.split(",").filter(Boolean),
    meta: readMetaConfig(environment),
    ownerUrl: env.DATABASE_OWNER_URL,
    watchesParent: readSwitch("PARENT_WATCH", environment.PARENT_WATCH),
  };
}

/** Where people reach the desk. Outside the sandbox it is never taken from a request's Host header, which the sender chooses. */
function readPublicUrl(value: string, hasSandbox: boolean): string {
  if (!value && hasSandbox) return "";
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ""))
    throw new ConfigError("PUBLIC_URL is missing or wrong: the address where people reach the desk, https://… .");
  return value.replace(/\/+$/, "");
}

/** A key of its own for each purpose: what signs media addresses cannot sign a session. */
export function deriveKey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "balcao", purpose, 32));
}
