import type { WASocket } from "@whiskeysockets/baileys";
import type { ContactTyping } from "../channel.ts";
import { isGroup, partyOf } from "./jids.ts";

/** Who types to us, of single people: in a group nobody could tell whose bubble it will be. */
export function listenToTyping(sock: WASocket, onTyping: (typing: ContactTyping) => void): void {
  sock.ev.on("presence.update", ({ id, presences }) => {
    if (isGroup(id)) return;
    const party = partyOf([id]);
    if (!party.lid && !party.phone) return;
    const states = Object.values(presences).map(({ lastKnownPresence }) => lastKnownPresence);
    onTyping({ party, isTyping: states.some((state) => state === "composing" || state === "recording") });
  });
}
