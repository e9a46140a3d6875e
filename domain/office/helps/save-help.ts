import { eq, max } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { DomainError } from "../../../contracts/domain-error.ts";
import type { HelpInput } from "../../../contracts/office/helps.ts";
import { schema } from "../../../db/index.ts";
import { changesOf, recordAudit } from "../../account/audit/index.ts";
import type { PlatformContext } from "../../ground/context.ts";
import { requireSuper } from "../../ground/require-permission.ts";
import type { Help } from "./list-helps.ts";

const { helps } = schema;

/** Creates a help video, as the last one. */
export async function createHelp(ctx: PlatformContext, input: HelpInput): Promise<Help> {
  requireSuper(ctx);
  const [last] = await ctx.db.select({ position: max(helps.position) }).from(helps);
  const [help] = await ctx.db
    .insert(helps)
    .values({ ...input, id: uuidv7(), position: (last?.position ?? -1) + 1, createdAt: ctx.now, updatedAt: ctx.now })
    .returning();
  if (!help) throw new Error("the help video was not inserted");
  const changes = changesOf({ title: null, video: null, description: null }, audited(help));
  await recordAudit(ctx, { action: "help.created", companyId: null, subject: subjectOf(help), changes });
  return help;
}

export async function changeHelp(ctx: PlatformContext, id: string, input: HelpInput): Promise<Help> {
  const before = await requireHelp(ctx, id);
  const [help = before] = await ctx.db
    .update(helps)
    .set({ ...input, updatedAt: ctx.now })
    .where(eq(helps.id, id))
    .returning();
  const changes = changesOf(audited(before), audited(help));
  if (Object.keys(changes).length > 0)
    await recordAudit(ctx, { action: "help.changed", companyId: null, subject: subjectOf(help), changes });
  return help;
}

export async function deleteHelp(ctx: PlatformContext, id: string): Promise<void> {
  const help = await requireHelp(ctx, id);
  await ctx.db.delete(helps).where(eq(helps.id, id));
  await recordAudit(ctx, { action: "help.deleted", companyId: null, subject: subjectOf(help) });
}

async function requireHelp(ctx: PlatformContext, id: string): Promise<Help> {
  requireSuper(ctx);
  const [help] = await ctx.db.select().from(helps).where(eq(helps.id, id)).for("update");
  if (!help) throw new DomainError("ERR_NO_HELP_FOUND", { id });
  return help;
}

const audited = ({ title, video, description }: Help) => ({ title, video, description });
const subjectOf = ({ id, title }: Help) => ({ id, name: title });
