export { PresenceLine } from "./presence-line.tsx";
export { RowViewers } from "./row-viewers.tsx";
