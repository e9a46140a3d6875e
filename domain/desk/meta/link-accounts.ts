import { uuidv7 } from "uuidv7";
import * as v from "valibot";
import { ConnectionInput } from "../../../contracts/desk/connections.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { claimKey, findOwnKey, type SecretBox, schema } from "../../../db/index.ts";
import { lockCompany } from "../../account/plans/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import {
  type ConnectionView,
  createConnection,
  listConnections,
  requireConnection,
  startSession,
} from "../connections/index.ts";
import type { Granted, GrantedAccount } from "./granted-accounts.ts";
import { sealToken } from "./page-tokens.ts";

const { channelAccounts } = schema;
const MAX_NAME = 50;
const channelNames = { facebook: "Facebook", instagram: "Instagram" };

export type Linked = {
  connections: ConnectionView[];
  /** The names of accounts that another company has. */
  elsewhere: string[];
};

/**
 * Creates a connection for each page and account and starts it. An account that the company already has gets its new
 * token. One that another company has is left unchanged.
 */
export async function linkAccounts(ctx: Context, box: SecretBox, granted: Granted): Promise<Linked> {
  requirePermission(ctx, "manageConnections");
  const linked: Linked = { connections: [], elsewhere: [] };
  // A fixed lock order: the company, for its plan's limit, then the accounts.
  await lockCompany(ctx);
  for (const account of granted.accounts.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))) {
    const present = await findOwnKey(ctx.db, accountKey(ctx, account));
    const id = present ?? (await newConnection(ctx, account));
    if (!id) {
      linked.elsewhere.push(account.name);
      continue;
    }
    await keep(ctx, box, id, account, granted.facebookUserId);
    if (present) await startSession(ctx, id);
    linked.connections.push(await requireConnection(ctx, id));
  }
  if (linked.connections.length === 0) throw new DomainError("ERR_META_PAGE_ELSEWHERE", { pages: linked.elsewhere });
  return linked;
}

const keyOf = ({ channel, accountId }: GrantedAccount) => `${channel}/${accountId}`;

const accountKey = ({ companyId }: Context, account: GrantedAccount) => ({
  ...{ companyId, kind: "account" as const, key: keyOf(account) },
});

/** Returns the new connection's id; null when another company has the account. Simultaneous requests for it wait here. */
async function newConnection(ctx: Context, account: GrantedAccount): Promise<string | null> {
  const { name, channel } = account;
  const id = uuidv7();
  if (!(await claimKey(ctx.db, { ...accountKey(ctx, account), rowId: id }))) return null;
  const taken = new Set((await listConnections(ctx)).map((connection) => connection.name));
  const input = v.parse(ConnectionInput, { name: freeName(name, channelNames[channel], taken) });
  await createConnection(ctx, { ...input, id, channel });
  return id;
}

/** Returns the page's own name unless another connection has it. */
export function freeName(name: string, channelName: string, taken: ReadonlySet<string>): string {
  const ending = (place: number) =>
    place === 0 ? "" : place === 1 ? ` (${channelName})` : ` (${channelName} ${place})`;
  const named = name.trim().length < 2 ? `${channelName} ${name.trim()}`.trim() : name.trim();
  for (let place = 0; ; place++) {
    const whole = named.slice(0, MAX_NAME - ending(place).length).trimEnd() + ending(place);
    if (!taken.has(whole)) return whole;
  }
}

async function keep(
  ctx: Context,
  box: SecretBox,
  connectionId: string,
  { channel, accountId, pageId, token }: GrantedAccount,
  facebookUserId: string,
): Promise<void> {
  const sealed = sealToken(box, ctx.companyId, connectionId, token);
  const present = { pageId, facebookUserId, sealed, linkedAt: ctx.now };
  await ctx.db
    .insert(channelAccounts)
    .values({ companyId: ctx.companyId, connectionId, channel, accountId, ...present })
    .onConflictDoUpdate({ target: [channelAccounts.companyId, channelAccounts.connectionId], set: present });
}
