import type { WASocket } from "@whiskeysockets/baileys";
import type { ContactTyping } from "../../channel.ts";
import { isGroup, partyOf } from "./jids.ts";

/** Reports typing of single contacts. Groups are ignored: a bubble there could not be attributed. */
export function listenToTyping(sock: WASocket, onTyping: (typing: ContactTyping) => void): void {
  sock.ev.on("presence.update", ({ id, presences }) => {
    if (isGroup(id)) return;
    const party = partyOf([id]);
    if (!party.lid && !party.phone) return;
    const states = Object.values(presences).map(({ lastKnownPresence }) => lastKnownPresence);
    onTyping({ party, isTyping: states.some((state) => state === "composing" || state === "recording") });
  });
}
