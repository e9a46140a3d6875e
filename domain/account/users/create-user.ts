import { and, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Profile } from "../../../contracts/account/permissions.ts";
import { claimKey, schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { requireRoom } from "../plans/index.ts";
import { emailTaken } from "./email-taken.ts";
import type { UserRow } from "./require-user.ts";
import { requireConnectionOfCompany, saveUserQueues } from "./rights.ts";

const { users } = schema;

export type NewUser = {
  id?: string;
  name: string;
  email: string;
  /** The password's hash. */
  passwordHash: string;
  profile?: Profile;
  isSuper?: boolean;
  allTicket?: boolean;
  allHistoric?: boolean;
  allUserChat?: boolean;
  connectionId?: string | null;
  queueIds?: readonly string[];
};

/** Creates a colleague. Admins only. */
export async function addUser(ctx: Context, user: Omit<NewUser, "isSuper">): Promise<UserRow> {
  requirePermission(ctx, "manageUsers");
  return createUser(ctx, user);
}

/** Creates a user with queues, within the plan's limit. Idempotent by id. E-mails are unique over all companies. */
export async function createUser(ctx: DeskContext, user: NewUser): Promise<UserRow> {
  const { queueIds = [], id = uuidv7(), connectionId = null, ...columns } = user;
  const email = user.email.trim().toLowerCase();
  await requireRoom(ctx, "users", id);
  await requireConnectionOfCompany(ctx, connectionId);
  const { companyId } = ctx;
  const [existing] = await ctx.db
    .select()
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.id, id)));
  if (existing) return existing;
  if (!(await claimKey(ctx.db, { companyId, kind: "email", key: email, rowId: id }))) throw emailTaken();
  const [created] = await ctx.db
    .insert(users)
    .values({ ...columns, id, connectionId, companyId, email })
    .returning();
  if (!created) throw new Error("a user was created outside its company");
  await saveUserQueues(ctx, id, queueIds);
  return created;
}
