import type { channels } from "../../sync/contracts/tickets.ts";

/** Brand names, the same in every language. */
export const channelNames: Record<(typeof channels)[number], string> = {
  whatsapp: "WhatsApp",
  facebook: "Facebook",
  instagram: "Instagram",
};
