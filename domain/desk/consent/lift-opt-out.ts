import type { Context } from "../../ground/context.ts";
import { lockContact } from "../contacts/index.ts";
import { recordConsent } from "./consent-changes.ts";
import { isOptedOut } from "./is-opted-out.ts";
import { removeOptOut } from "./opt-out-rows.ts";

/** Lifts the opt-out of all addresses of the contact. Idempotent: returns false when the contact was not opted out. */
export async function liftOptOut(ctx: Context, contactId: string, reason: string): Promise<boolean> {
  const contact = await lockContact(ctx, contactId);
  if (!(await isOptedOut(ctx, contact.id))) return false;
  await removeOptOut(ctx, contact);
  const { id: userId, name: userName } = ctx.actor;
  await recordConsent(ctx, contact, "in", { source: "user", reason, userId, userName });
  return true;
}
