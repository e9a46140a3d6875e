import type { ChannelName } from "../../contracts/channels.ts";

/** Brand names, the same in every language. */
export const channelNames: Record<ChannelName, string> = {
  whatsapp: "WhatsApp",
  facebook: "Facebook",
  instagram: "Instagram",
};
