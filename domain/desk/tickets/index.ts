export { acceptTicket } from "./accept-ticket.ts";
export { type BotRow, botBehind, enterStage, loadBot, saveBot, silenceBot } from "./bot-state.ts";
export { changeTicket } from "./change-ticket.ts";
export { closeTicket } from "./close-ticket.ts";
export { createTicket } from "./create-ticket.ts";
export { deleteTicket } from "./delete-ticket.ts";
export { selectAnyTickets } from "./documents/select-tickets.ts";
export {
  type TicketView,
  ticketDocument,
  ticketDocuments,
  ticketViews,
} from "./documents/ticket-documents.ts";
export { requireTicketHead, type TicketHead } from "./documents/ticket-heads.ts";
export {
  firstListedTickets,
  keepsContactOf,
  ticketKindsOf,
  type WindowPosition,
  type WindowRow,
  windowContacts,
  windowTickets,
} from "./documents/ticket-window.ts";
export {
  connectionToReach,
  createClosedTicket,
  findExistingTicketToSend,
  findTicketForMessage,
  findTicketForRecord,
  findTicketToSend,
  openTicketBehind,
} from "./find-ticket-for-message.ts";
export {
  findTicketView,
  listTickets,
  loadTicketView,
  type TicketFilter,
  ticketsOfBoard,
  ticketsOfContact,
} from "./list-tickets.ts";
export { becomesRead, markTicketRead } from "./mark-ticket-read.ts";
export { moveTicket } from "./move-ticket.ts";
export { isOpenTicketOf } from "./open-ticket.ts";
export {
  canAnswer,
  canSeeTicket,
  isHiddenFrom,
  preparedSeer,
  type Rights,
  readableMessages,
  rightsKey,
  seerValues,
  seesTicketOfContact,
  visibleTickets,
} from "./policy.ts";
export { reopenTicket } from "./reopen-ticket.ts";
export { findAgent, requireAgent } from "./require-agent.ts";
export {
  lockTicket,
  lockVisibleTicket,
  requireLockedTicket,
  requireTicket,
  requireWritable,
  requireWritableTicket,
  type TicketRow,
} from "./require-ticket.ts";
export { returnTicket } from "./return-ticket.ts";
export { returnTicketsOf } from "./return-tickets-of.ts";
export { sayCompletion, textOf } from "./say-goodbye.ts";
export { foundMessages } from "./search/found-messages.ts";
export { takeBackTransfer } from "./take-back-transfer.ts";
export { closedTicketIds, ticketScopesBy, unreadCounts, visibleTicketIds } from "./ticket-scopes.ts";
export { listTimeline, recordEvent } from "./timeline.ts";
export { transferTicket } from "./transfer-ticket.ts";
