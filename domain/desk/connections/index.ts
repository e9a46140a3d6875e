export { makeToken, revokeToken, tokenHash, tokenLastUsedAt } from "./connection-token.ts";
export { type ConnectionTraffic, connectionTraffic } from "./connection-traffic.ts";
export { countAfterOutage } from "./count-after-outage.ts";
export { countCall } from "./count-call.ts";
export { insertInboxRows } from "./insert-inbox-rows.ts";
export { listOutages, type OutageRow } from "./list-outages.ts";
export {
  type ConnectionView,
  connectionRefs,
  historyDays,
  listConnections,
  requireConnection,
  shownTo,
} from "./load-connections.ts";
export { createConnection, deleteConnection, updateConnection } from "./manage-connections.ts";
export { reportConnection, reportRestriction } from "./report-connection.ts";
export { reasonToRest, restConnections } from "./rest-connections.ts";
export { askPairingCode, disconnectSession, newQr, notifyConnections, restartAll, startSession } from "./sessions.ts";
