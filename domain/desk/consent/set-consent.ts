import type { ConsentInput } from "../../../contracts/desk/consent.ts";
import type { Context } from "../../ground/context.ts";
import { liftOptOut } from "./lift-opt-out.ts";
import { optOut } from "./opt-out.ts";

/** Opts a contact out or lifts the opt-out, with the user's reason. Every user of the company may. */
export async function setConsent(ctx: Context, contactId: string, { state, reason }: ConsentInput): Promise<void> {
  if (state === "in") await liftOptOut(ctx, contactId, reason);
  else {
    const { id: userId, name: userName } = ctx.actor;
    await optOut(ctx, contactId, { source: "user", reason, userId, userName });
  }
}
