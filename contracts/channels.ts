export const channels = ["whatsapp", "facebook", "instagram"] as const;
export type ChannelName = (typeof channels)[number];
