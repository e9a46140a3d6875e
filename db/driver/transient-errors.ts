/** The driver's messages for a connection that was lost or could not be opened; these errors have no code. */
const driverSays =
  /^(Connection terminated|timeout (exceeded|expired)|Client (was closed|has encountered a connection))/;

/**
 * Returns whether the same work may succeed in a moment: the database is unreachable or stopping, or a deadlock,
 * serialization failure or lock timeout occurred.
 */
export function isTransientDbError(error: unknown): boolean {
  return chainOf(error).some(
    ({ code, message }) =>
      /^(08|40|53|57|55P03)/.test(code) || /^(CONN|E(?!RR_)[A-Z])/.test(code) || driverSays.test(message),
  );
}

/** The messages of a coordinator that lost, or did not get, its connection to another node of a cluster. */
const remoteNode = /(?:connection to the remote node (?:\S+@)?|connection marked as essential: )(\S+?:\d+)/;

/** Returns the address of the node of a cluster that could not be reached; null: the error says nothing of a node. */
export function nodeAwayIn(error: unknown): string | null {
  for (const { message } of chainOf(error)) {
    const node = remoteNode.exec(message)?.[1];
    if (node) return node;
  }
  return null;
}

/** Network error codes that mean the server cannot be reached. */
const network = /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/;

/** Returns whether the database cannot be reached, ends its sessions or accepts no more connections. */
export function isDatabaseAway(error: unknown): boolean {
  return chainOf(error).some(
    ({ code, message }) => /^(08|53|57P)/.test(code) || network.test(code) || driverSays.test(message),
  );
}

/** Returns whether a statement ran longer than its connection allows, or was cancelled from outside. */
export function isStatementTimeout(error: unknown): boolean {
  return chainOf(error).some(({ code }) => code === "57014");
}

/** Returns whether Postgres rolled the transaction back because of a deadlock or serialization failure. */
export function isSerializationFailure(error: unknown): boolean {
  return chainOf(error).some(({ code }) => code === "40P01" || code === "40001");
}

/** Returns whether a statement ended because of a lock timeout or a deadlock. */
export function isLockRefused(error: unknown): boolean {
  return chainOf(error).some(({ code }) => code === "55P03" || code === "40P01");
}

/** Lists an error and its causes, as query builders wrap them. */
function chainOf(error: unknown): { code: string; message: string }[] {
  if (typeof error !== "object" || error === null) return [];
  const { code, message = "", cause } = error as { code?: unknown; message?: string; cause?: unknown };
  return [{ code: typeof code === "string" ? code : "", message }, ...chainOf(cause)];
}
