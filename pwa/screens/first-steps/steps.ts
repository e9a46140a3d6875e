import type { ConnectionRef, QueueRef, UserRef } from "../../../sync/contracts/refs.ts";
import { unofferedQueues } from "../queues/unoffered.ts";

export const stepIds = ["connect", "queue", "colleague", "answer"] as const;
export type StepId = (typeof stepIds)[number];

/** What the checklist is computed from; nothing is ticked by hand. */
export type Facts = {
  connections: ConnectionRef[];
  queues: QueueRef[];
  users: Pick<UserRef, "id" | "name">[];
  /** The company said that it has one agent for now. */
  worksAlone: boolean;
};

/** The steps that are done. The last one never is: the checklist disappears with the first answer. */
export function doneSteps({ connections, queues, users, worksAlone }: Facts): Set<StepId> {
  const done = new Set<StepId>();
  if (connections.some(({ firstConnectedAt }) => firstConnectedAt !== null)) done.add("connect");
  if (unofferedQueues(queues, connections).length < queues.length) done.add("queue");
  if (users.length > 1 || worksAlone) done.add("colleague");
  return done;
}

/** The step that is open by itself: the first that is not done. */
export const nextStep = (done: ReadonlySet<StepId>): StepId => stepIds.find((id) => !done.has(id)) ?? "answer";
