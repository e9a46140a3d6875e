/** The driver's own words for a connection that went, or could not be had; they carry no code. */
const driverSays =
  /^(Connection terminated|timeout (exceeded|expired)|Client (was closed|has encountered a connection))/;

/** The database is away or going, or two transactions met: the same work may succeed in a moment. */
export function isTransientDbError(error: unknown): boolean {
  return chainOf(error).some(
    ({ code, message }) =>
      /^(08|40|53|57)/.test(code) || /^(CONN|E(?!RR_)[A-Z])/.test(code) || driverSays.test(message),
  );
}

/** Network error codes that mean the server cannot be reached. */
const network = /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/;

/** The database cannot be reached, ends its sessions or takes no more: the same request may succeed in some seconds. */
export function isDatabaseAway(error: unknown): boolean {
  return chainOf(error).some(
    ({ code, message }) => /^(08|53|57P)/.test(code) || network.test(code) || driverSays.test(message),
  );
}

/** Two transactions met, and this one was undone for the other. */
export function isSerializationFailure(error: unknown): boolean {
  return chainOf(error).some(({ code }) => code === "40P01" || code === "40001");
}

/** An error and what it wraps, as query builders do. */
function chainOf(error: unknown): { code: string; message: string }[] {
  if (typeof error !== "object" || error === null) return [];
  const { code, message = "", cause } = error as { code?: unknown; message?: string; cause?: unknown };
  return [{ code: typeof code === "string" ? code : "", message }, ...chainOf(cause)];
}
