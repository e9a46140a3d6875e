export { listenToPresence, type PresenceNotice, tellPresence } from "./notices.ts";
export { openPresenceBoard, type PresenceBoard } from "./presence-board.ts";
export { reportContactTyping, reportPresence } from "./report-presence.ts";
