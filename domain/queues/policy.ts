import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";

/** Queues decide who sees what: only admins manage them. */
export function requireQueueManager({ actor }: Context): void {
  if (actor.profile !== "admin") throw new DomainError("ERR_NO_PERMISSION");
}
