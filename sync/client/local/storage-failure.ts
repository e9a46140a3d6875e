/** Names of the errors of IndexedDB and Dexie that say that the device did not store something. */
const names = new Set([
  "QuotaExceededError",
  "UnknownError",
  "AbortError",
  "DatabaseClosedError",
  "InvalidStateError",
  "OpenFailedError",
  "MissingAPIError",
]);

/** The errors that Dexie gives as the causes of one: the browser's, and of a write of many rows those of its rows. */
function causesOf(error: Error): unknown[] {
  const { inner, failures } = error as { inner?: unknown; failures?: unknown };
  return [inner, ...(Array.isArray(failures) ? failures : [])].filter((cause) => cause !== error);
}

/** Returns whether the device could not store or read something, for example because its disk is full. */
export function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error || error instanceof DOMException)) return false;
  return names.has(error.name) || isOfWorker(error) || causesOf(error).some(isStorageFailure);
}

/** Returns whether the browser refused a write because the app would store too much, and not because of a failure. */
export function isQuotaExceeded(error: unknown): boolean {
  if (!(error instanceof Error || error instanceof DOMException)) return false;
  return error.name === "QuotaExceededError" || causesOf(error).some(isQuotaExceeded);
}

export function ignoreStorageFailure(error: unknown): undefined {
  if (!isStorageFailure(error)) throw error;
}

/** RxDB gives an error of its worker as text. */
const isOfWorker = ({ message }: Error) =>
  message.startsWith("could not ") && [...names].some((name) => message.includes(`"name":"${name}"`));

/** The device does not store it, and without a network it cannot leave either. */
export class NotStoredError extends Error {
  override name = "NotStoredError";
  constructor() {
    super("This device does not store what is written, and there is no network.");
  }
}
