/** Presence expires after this time without a report. Devices report well before that. */
export const PRESENCE_MS = 30_000;
export const PRESENCE_AGAIN_MS = 12_000;
