import type { ConnectionRef, QueueRef } from "../../../../contracts/desk/refs.ts";

/** Returns the queues that no connection offers: customers cannot reach them. */
export function unofferedQueues<Queue extends Pick<QueueRef, "id">>(
  queues: readonly Queue[],
  connections: readonly Pick<ConnectionRef, "queueIds">[],
): Queue[] {
  const offered = new Set(connections.flatMap(({ queueIds }) => queueIds));
  return queues.filter(({ id }) => !offered.has(id));
}
