import { DomainError } from "../../contracts/domain-error.ts";
import type { Database } from "../../db/index.ts";
import { requireTicket } from "../../domain/desk/tickets/index.ts";
import type { Actor } from "../../domain/ground/context.ts";

export async function mayOpenChat(database: Database, actor: Actor, ticketId: string): Promise<boolean> {
  const { companyId } = actor;
  try {
    await database.company(
      companyId,
      (db) => requireTicket({ db, companyId, actor, device: "live", now: new Date() }, ticketId),
      { isReading: true },
    );
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
