import { type AiPurpose, aiSettings } from "../../contracts/office/ai-purposes.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { requirePermission } from "../require-permission.ts";
import { readSetting } from "../settings/index.ts";
import { type Ai, type AiServer, findAiServer } from "./ai-server.ts";
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
