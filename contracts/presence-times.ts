/** Presence expires after this time without a report. A device that dies while its user types is noticed sooner. */
export const PRESENCE_MS = { viewing: 110_000, typing: 30_000 } as const;
/** Devices repeat the report after this time: an open conversation costs a phone little over a day. */
export const PRESENCE_AGAIN_MS = { viewing: 40_000, typing: 12_000 } as const;
