import postgres from "postgres";

/**
 * Ends the session with that process id when the signal aborts, also in the middle of a statement: its transaction is
 * rolled back and its locks are released. Returns a function that stops listening.
 */
export function endSessionOnAbort(
  url: string,
  pid: number,
  signal?: AbortSignal,
  onEnded: () => void = () => {},
): () => void {
  const end = async () => {
    const client = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
    try {
      await client`select pg_terminate_backend(${pid})`;
    } catch {
      // The server has ended, and the session with it.
    } finally {
      await client.end({ timeout: 1 });
      onEnded();
    }
  };
  const listener = () => void end();
  signal?.addEventListener("abort", listener);
  return () => signal?.removeEventListener("abort", listener);
}

/** The same for the one connection of a client, which then waits no longer for the answer that does not come. */
export async function endClientOnAbort(client: postgres.Sql, url: string, signal?: AbortSignal): Promise<() => void> {
  if (!signal) return () => {};
  const [session] = await client<{ pid: number }[]>`select pg_backend_pid() as pid`;
  signal.throwIfAborted();
  return endSessionOnAbort(url, session?.pid ?? 0, signal, () => void client.end({ timeout: 0 }));
}

/**
 * Ends a client whose session may have been ended in the middle of a statement: the driver then waits for an answer to
 * it, for ever.
 */
export const endClient = (client: postgres.Sql): Promise<void> => client.end({ timeout: 1 });
