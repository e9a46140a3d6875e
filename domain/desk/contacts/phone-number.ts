import { DomainError } from "../../../contracts/domain-error.ts";
import { readPhone } from "../../../contracts/phone-numbers.ts";
import { phoneHome } from "../../account/settings/index.ts";
import type { DeskContext } from "../../ground/context.ts";

/** Returns the digits with country code of a number that a user or an integrator entered, or refuses it with the reason. */
export async function requirePhone(ctx: DeskContext, typed: string): Promise<string> {
  const read = readPhone(typed, await phoneHome(ctx));
  if (read.refused !== undefined)
    throw new DomainError("ERR_WAPP_INVALID_CONTACT", { fields: { number: read.refused } });
  return read.number;
}
