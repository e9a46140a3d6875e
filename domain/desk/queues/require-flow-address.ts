import type { QueueRequest } from "../../../contracts/desk/queues.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { publicHostsAnd, requireAllowed, UntrustedFetchError } from "../../../outside/untrusted-fetch/index.ts";

/**
 * Refuses a flow address in a private network, unless the operator allows its origin (`FLOW_ALLOW`). A name that
 * resolves to a private address is refused when the flow is called.
 */
export function requireFlowAddress({ typebotUrl }: Pick<QueueRequest, "typebotUrl">, allowed: readonly string[]): void {
  if (!typebotUrl) return;
  try {
    requireAllowed(new URL(typebotUrl), publicHostsAnd(allowed));
  } catch (error) {
    if (!(error instanceof UntrustedFetchError)) throw error;
    throw new DomainError("ERR_VALIDATION", { fields: { typebotUrl: ["private"] } });
  }
}
