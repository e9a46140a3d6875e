import type { ConnectionRef, QueueRef, UserRef } from "../../../contracts/desk/refs.ts";
import { unofferedQueues } from "../queues/parts/unoffered.ts";

export const stepIds = ["connect", "queue", "colleague", "answer"] as const;
export type StepId = (typeof stepIds)[number];

/** The data from which the checklist is computed. */
export type Facts = {
  connections: ConnectionRef[];
  queues: QueueRef[];
  users: Pick<UserRef, "id" | "name">[];
  /** True after an admin said that the company has one agent for now. */
  worksAlone: boolean;
};

/** Returns the finished steps, never the last one: the checklist disappears with the first answer. */
export function doneSteps({ connections, queues, users, worksAlone }: Facts): Set<StepId> {
  const done = new Set<StepId>();
  if (connections.some(({ firstConnectedAt }) => firstConnectedAt !== null)) done.add("connect");
  if (unofferedQueues(queues, connections).length < queues.length) done.add("queue");
  if (users.length > 1 || worksAlone) done.add("colleague");
  return done;
}

/** Returns the step that is open initially: the first that is not finished. */
export const nextStep = (done: ReadonlySet<StepId>): StepId => stepIds.find((id) => !done.has(id)) ?? "answer";
