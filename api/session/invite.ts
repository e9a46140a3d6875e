import type { SecretBox } from "../../db/index.ts";
import { requestPasswordReset } from "../../domain/account/users/index.ts";
import type { Context } from "../../domain/ground/context.ts";
import type { Keys } from "../config.ts";
import { hashMailedCode, newResetCode } from "./mailed-code.ts";

export type InviteDeps = { resetKeys: Keys; mailBox: SecretBox };
export type Invite = (ctx: Context, userId: string) => Promise<unknown>;

/** Returns what mails a person without a password a code to choose one, in the transaction that creates the person. */
export const inviteBy =
  ({ resetKeys, mailBox }: InviteDeps): Invite =>
  (ctx, userId) => {
    const code = newResetCode();
    const codeHash = hashMailedCode(resetKeys, userId, code);
    return requestPasswordReset(ctx, mailBox, { userId, code, codeHash, language: null, isFirstAccess: true });
  };
