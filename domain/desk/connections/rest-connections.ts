import { and, eq, ne } from "drizzle-orm";
import type { ConnectionReason } from "../../../contracts/desk/connections.ts";
import { schema } from "../../../db/index.ts";
import type { CompanyStanding } from "../../account/companies/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { reportConnection } from "./report-connection.ts";

const { connections, connectionLeases } = schema;

/** Why the connections of such a company rest; null: they do not. */
export function reasonToRest(standing: CompanyStanding): ConnectionReason | null {
  if (standing === "inactive") return "ERR_COMPANY_INACTIVE";
  return standing === "suspended" ? "ERR_SUBSCRIPTION_EXPIRED" : null;
}

/** Reports the connections that should be up as resting, also those that no connector holds. */
export async function restConnections(ctx: DeskContext, reason: ConnectionReason): Promise<void> {
  const wanted = await ctx.db
    .select({ id: connections.id })
    .from(connections)
    .innerJoin(
      connectionLeases,
      and(eq(connectionLeases.companyId, connections.companyId), eq(connectionLeases.connectionId, connections.id)),
    )
    .where(
      and(
        eq(connections.companyId, ctx.companyId),
        eq(connectionLeases.companyId, ctx.companyId),
        eq(connectionLeases.desired, "up"),
        ne(connections.status, "DISCONNECTED"),
      ),
    );
  for (const { id } of wanted) await reportConnection(ctx, id, { status: "DISCONNECTED", reason });
}
