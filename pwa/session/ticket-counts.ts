import type { TicketCounts } from "../../sync/client/index.ts";

/** The counts before this device's are read. */
export const noTicketCounts: TicketCounts = {
  open: 0,
  pending: 0,
  withBot: 0,
  groupsOpen: 0,
  groupsPending: 0,
  groupsUnread: 0,
};
