/** The driver's own words for a connection that went, or could not be had; they carry no code. */
const driverSays =
  /^(Connection terminated|timeout (exceeded|expired)|Client (was closed|has encountered a connection))/;

/** The database is away or going, or two transactions met: the same work may succeed in a moment. */
export function isOutage(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as Error & { code?: unknown };
    if (typeof code === "string" && (/^(08|40|53|57)/.test(code) || /^(CONN|E(?!RR_)[A-Z])/.test(code))) return true;
    if (driverSays.test(at.message)) return true;
  }
  return false;
}
