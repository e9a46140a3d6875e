import type { ChannelName } from "../channels.ts";
import { type FileKind, fileLimits, MebiByte } from "./messages.ts";

export type ChannelAbilities = {
  /** Whether a file and its caption are one message. */
  captions: boolean;
  /** The longest text of one message; a longer text is split. Null: no limit beyond ours. */
  longestText: { most: number; in: "characters" | "bytes" } | null;
  /** For how many hours after a person's last message one may write to them. Null: no limit. */
  windowHours: number | null;
  /** Whether sent messages can be deleted for everyone. */
  takesBack: boolean;
  /** Whether sent messages can be edited. */
  edits: boolean;
  /** Whether contact cards and locations can be sent. */
  cardsAndPlaces: boolean;
  /** Whether people have a phone number, so that one can write to them first. */
  hasNumbers: boolean;
  /** Whether the company writes over the channel's own interface for companies, so that fast sending is no risk. */
  isOfficial: boolean;
  /** The largest file of each kind, in bytes. */
  fileLimits: Record<FileKind, number>;
};

const META_FILE = 25 * MebiByte;
const page: Omit<ChannelAbilities, "longestText" | "fileLimits"> = {
  captions: false,
  windowHours: 24,
  takesBack: false,
  edits: false,
  cardsAndPlaces: false,
  hasNumbers: false,
  isOfficial: true,
};

/** The abilities of each channel, for verbs and screens. */
export const channelAbilities: Record<ChannelName, ChannelAbilities> = {
  whatsapp: {
    captions: true,
    longestText: null,
    windowHours: null,
    takesBack: true,
    edits: true,
    cardsAndPlaces: true,
    hasNumbers: true,
    isOfficial: false,
    fileLimits,
  },
  facebook: {
    ...page,
    longestText: { most: 2_000, in: "characters" },
    fileLimits: { image: 16 * MebiByte, audio: 16 * MebiByte, video: META_FILE, document: META_FILE },
  },
  instagram: {
    ...page,
    longestText: { most: 1_000, in: "bytes" },
    fileLimits: { image: 8 * MebiByte, audio: 16 * MebiByte, video: META_FILE, document: META_FILE },
  },
};

type Windowed = { channel: ChannelName; lastCustomerMessageAt: string | Date | null };

/**
 * Returns until when one may write to the person; null: no limit. Someone who has never written may not be written
 * to.
 */
export function windowEnd({ channel, lastCustomerMessageAt }: Windowed): Date | null {
  const hours = channelAbilities[channel].windowHours;
  if (hours === null) return null;
  return new Date(lastCustomerMessageAt ? new Date(lastCustomerMessageAt).getTime() + hours * 3_600_000 : 0);
}

export function isWindowShut(ticket: Windowed, now: Date): boolean {
  const end = windowEnd(ticket);
  return end !== null && end <= now;
}
