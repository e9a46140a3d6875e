type Answers<T extends readonly unknown[]> = { -readonly [K in keyof T]: Awaited<T[K]> };

/**
 * Runs independent statements of one transaction at once. Unlike Promise.all it rejects only when all have ended: a
 * statement that runs on after ROLLBACK would use a connection that may then serve another company.
 */
export async function inParallel<T extends readonly unknown[]>(questions: readonly [...T]): Promise<Answers<T>> {
  // Drizzle runs a statement each time it is awaited; as a promise it runs once.
  const asked = questions.map((question) => Promise.resolve(question));
  await Promise.allSettled(asked);
  return (await Promise.all(asked)) as Answers<T>;
}
