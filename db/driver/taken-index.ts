const UNIQUE_VIOLATION = "23505";
/** On a node, the name of an index ends with the number of its shard, and the coordinator passes only the message on. */
const indexInMessage = /"([a-z_]+?)(?:_\d+)?"$/;

/**
 * Returns the name of the unique index that refused a row, as the schema has it; null: the error is another one. The
 * index's name must not end with a number.
 */
export function takenIndex(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  const { code, message = "", cause } = error as { code?: unknown; message?: string; cause?: unknown };
  if (code === UNIQUE_VIOLATION) return indexInMessage.exec(message)?.[1] ?? null;
  return takenIndex(cause);
}
