type Answers<T extends readonly unknown[]> = { -readonly [K in keyof T]: Awaited<T[K]> };

/** Postgres refuses the statements that follow a failed one in its transaction. */
const FOLLOWS_A_FAILURE = "25P02";

/**
 * Runs independent statements of one transaction at once. Unlike Promise.all it rejects only when all have ended: a
 * statement that runs on after ROLLBACK would use a connection that may then serve another company. Rejects with the
 * failure itself, also where statements that were sent after it stand before it.
 */
export async function inParallel<T extends readonly unknown[]>(questions: readonly [...T]): Promise<Answers<T>> {
  // Drizzle runs a statement each time it is awaited; as a promise it runs once.
  const asked = questions.map((question) => Promise.resolve(question));
  const failures = (await Promise.allSettled(asked)).flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  if (failures.length > 0) throw failures.find((failure) => !followsAFailure(failure)) ?? failures[0];
  return (await Promise.all(asked)) as Answers<T>;
}

/** As the driver reports it, or as drizzle wraps that. */
function followsAFailure(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return code === FOLLOWS_A_FAILURE || cause?.code === FOLLOWS_A_FAILURE;
}
