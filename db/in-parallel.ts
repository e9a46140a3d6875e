type Answers<T extends readonly unknown[]> = { -readonly [K in keyof T]: Awaited<T[K]> };

/**
 * Questions of one transaction that do not depend on each other, asked at once. Unlike Promise.all it fails only when
 * all have ended: one that went on after the rollback would ask on a connection that may serve somebody else by then.
 */
export async function inParallel<T extends readonly unknown[]>(questions: readonly [...T]): Promise<Answers<T>> {
  // A statement of drizzle is asked each time it is waited for: held as a promise, it is asked once.
  const asked = questions.map((question) => Promise.resolve(question));
  await Promise.allSettled(asked);
  return (await Promise.all(asked)) as Answers<T>;
}
