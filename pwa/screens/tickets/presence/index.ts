export { PresenceLine } from "./presence-line.tsx";
export { RowViewers } from "./row-viewers.tsx";
export { usePresence } from "./use-presence.ts";
export { useReportPresence } from "./use-report-presence.ts";
