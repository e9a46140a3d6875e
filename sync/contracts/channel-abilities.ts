import { type FileKind, fileLimits, MebiByte } from "./messages.ts";
import type { channels } from "./tickets.ts";

export type ChannelName = (typeof channels)[number];

export type ChannelAbilities = {
  /** A file and words of its own are one message. */
  captions: boolean;
  /** What one message says at most; more is said in several. Null: whatever we let in. */
  longestText: { most: number; in: "characters" | "bytes" } | null;
  /** Hours after their last message in which a person may be written to. Null: always. */
  windowHours: number | null;
  /** What we sent can be taken back there. */
  takesBack: boolean;
  /** The words of what we sent can be changed there. */
  edits: boolean;
  /** Contact cards and places can be sent. */
  cardsAndPlaces: boolean;
  /** People are known by a number that one can also write to first. */
  hasNumbers: boolean;
  /** Bytes a file of each kind may have. */
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
};

/** What can be done over each channel: the one table for the verbs and for the screens. */
export const channelAbilities: Record<ChannelName, ChannelAbilities> = {
  whatsapp: {
    captions: true,
    longestText: null,
    windowHours: null,
    takesBack: true,
    edits: true,
    cardsAndPlaces: true,
    hasNumbers: true,
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

/** Until when the person may be written to; null: for ever. Who has never written may not be written to at all. */
export function windowEnd({ channel, lastCustomerMessageAt }: Windowed): Date | null {
  const hours = channelAbilities[channel].windowHours;
  if (hours === null) return null;
  return new Date(lastCustomerMessageAt ? new Date(lastCustomerMessageAt).getTime() + hours * 3_600_000 : 0);
}

export function isWindowShut(ticket: Windowed, now: Date): boolean {
  const end = windowEnd(ticket);
  return end !== null && end <= now;
}
