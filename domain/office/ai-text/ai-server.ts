import { eq } from "drizzle-orm";
import type { AiServerState, AiState } from "../../../contracts/office/ai-text.ts";
import { openSecretBox, type Secret, type SecretBox, type Secrets, schema } from "../../../db/index.ts";
import type { AiServer } from "../../../outside/ai/index.ts";
import { type AddressPolicy, publicHostsAnd } from "../../../outside/untrusted-fetch/index.ts";
import { readSetting } from "../../account/settings/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import type { AiConfig } from "./ai-config.ts";

const { aiServers } = schema;

/** The AI configuration of this process: the platform's server, and the box that opens the companies' keys. */
export type Ai = { config: AiConfig; box: SecretBox };

/** Encrypts the keys of the companies' own servers. */
export const openAiBox = (secrets: Secret | Secrets): SecretBox => openSecretBox(secrets, "ai servers v1");

export const openAi = (config: AiConfig, secrets: Secret | Secrets): Ai => ({
  config,
  box: openAiBox(secrets),
});

export const placeOf = (companyId: string) => `${companyId}/ai`;

/** A company's address must be https at a public host; `AI_ALLOW` lists the exceptions. */
export const policyOfCompanies = ({ allowed }: AiConfig): AddressPolicy => ({
  ...publicHostsAnd(allowed),
  isAllowed: ({ protocol, origin }) => protocol === "https:" || allowed.includes(origin),
});

/** The operator chose this address, so it may be in a private network. */
const policyOfPlatform = (url: string): AddressPolicy => {
  const { origin } = new URL(url);
  return {
    isAllowed: (address) => address.origin === origin,
    isPrivateAllowed: (address) => address.origin === origin,
  };
};

export async function findOwnServer(ctx: DeskContext) {
  const [row] = await ctx.db.select().from(aiServers).where(eq(aiServers.companyId, ctx.companyId));
  return row ?? null;
}

/** Returns the company's own server, or else the platform's; null: there is none. */
export async function findAiServer(ctx: DeskContext, { config, box }: Ai): Promise<AiServer | null> {
  const own = await findOwnServer(ctx);
  if (own) {
    const key = own.sealed ? box.open(own.sealed, placeOf(ctx.companyId)).toString() : "";
    return { url: own.url, model: own.model, key, policy: policyOfCompanies(config) };
  }
  const { platform } = config;
  return platform && { ...platform, policy: policyOfPlatform(platform.url) };
}

/** Returns whether this company's users can generate texts, and which host receives them. */
export async function readAiState(ctx: DeskContext, { config }: Ai): Promise<AiState> {
  const address = (await findOwnServer(ctx))?.url ?? config.platform?.url;
  const host = address ? new URL(address).host : null;
  const isOn = (await readSetting(ctx, "aiText")) === "enabled";
  return { state: host === null ? "unset" : isOn ? "on" : "off", host };
}

/** Returns the company's own server without its key, and the platform's. Admins only. */
export async function readAiServer(ctx: Context, { config: { platform } }: Ai): Promise<AiServerState> {
  requirePermission(ctx, "manageSettings", {});
  const own = await findOwnServer(ctx);
  return {
    own: own && { url: own.url, model: own.model, hasKey: own.sealed !== null },
    platform: platform && { host: new URL(platform.url).host, model: platform.model },
  };
}
