export { PresenceLine, PresenceWords } from "./presence-line.tsx";
export { usePresence } from "./use-presence.ts";
export { useReportPresence } from "./use-report-presence.ts";
