import { DomainError } from "../../../contracts/domain-error.ts";
import { type AiPurpose, aiSettings } from "../../../contracts/office/ai-purposes.ts";
import type { AiServer } from "../../../outside/ai/index.ts";
import { readSetting } from "../../account/settings/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { type Ai, findAiServer } from "./ai-server.ts";
import { takeRequest } from "./take-request.ts";

/** Checks that the company has enabled the purpose, counts the request, and returns the server to ask. */
export async function beginAiText(ctx: Context, ai: Ai, purpose: AiPurpose): Promise<AiServer> {
  for (const key of new Set(["aiText", aiSettings[purpose]] as const))
    if ((await readSetting(ctx, key)) !== "enabled") throw new DomainError("ERR_AI_OFF");
  return take(ctx, ai);
}

/** The same for the test button of the settings, before anything is enabled. Admins only. */
export async function beginAiTest(ctx: Context, ai: Ai): Promise<AiServer> {
  requirePermission(ctx, "manageSettings", {});
  return take(ctx, ai);
}

async function take(ctx: Context, ai: Ai): Promise<AiServer> {
  const server = await findAiServer(ctx, ai);
  if (!server) throw new DomainError("ERR_AI_NOT_SET_UP");
  await takeRequest(ctx, ai.config);
  return server;
}
