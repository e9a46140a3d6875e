export { listenToPresence, type PresenceNotice } from "./notices.ts";
export { openPresenceBoard } from "./presence-board.ts";
export { reportContactTyping, reportPresence } from "./report-presence.ts";
