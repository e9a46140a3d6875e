export { changeRow } from "./change-row.ts";
export { deleteTicketRow, deleteTicketRowsOf } from "./delete-rows.ts";
export { insertTicket, lastWritten, restoreTicketRow } from "./insert-ticket.ts";
export { leaveQueue } from "./leave-queue.ts";
export { moveToContact } from "./move-to-contact.ts";
export { recordIncoming } from "./record-incoming.ts";
export { recordOutgoing } from "./record-outgoing.ts";
export type { TicketRow } from "./ticket-row.ts";
