import type { schema } from "../../../db/index.ts";

export type TicketRow = typeof schema.tickets.$inferSelect;
