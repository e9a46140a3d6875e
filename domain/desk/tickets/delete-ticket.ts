import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { eraseTicketTraces } from "../erasure/index.ts";
import { deleteTicketRow } from "../ticket-rows/index.ts";
import { requireTicket } from "./require-ticket.ts";

/** Deletes the ticket with its messages and what they left elsewhere. Admins only. */
export async function deleteTicket(ctx: Context, id: string): Promise<void> {
  await requireTicket(ctx, id);
  requirePermission(ctx, "deleteTicket", { id });
  await eraseTicketTraces(ctx, [id]);
  await deleteTicketRow(ctx, id);
}
