/** Reads an error of `apiFetch` without its class: no status means that there was no response. */
export function refusalOf(error: unknown): { status: number | null; code: string | null; details?: unknown } {
  if (typeof error !== "object" || error === null) return { status: null, code: null };
  const { status, code, details } = error as { status?: unknown; code?: unknown; details?: unknown };
  return {
    status: typeof status === "number" && status > 0 ? status : null,
    code: typeof code === "string" ? code : null,
    details,
  };
}
