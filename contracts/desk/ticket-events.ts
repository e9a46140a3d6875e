/** The events of a ticket, in the order of the timeline's texts. */
export const ticketEventTypes = [
  "created",
  "accepted",
  "returned",
  "closed",
  "reopened",
  "returnedByContact",
  "transferred",
  "call",
  // Done automatically.
  "routed",
  "handedOver",
  "redirected",
  "offered",
  "rated",
  // Caused by the contact: a changed phone number, a reply to a campaign.
  "numberChanged",
  "campaignReply",
] as const;
export type TicketEventType = (typeof ticketEventTypes)[number];
