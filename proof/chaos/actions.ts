import { agentActions } from "./agent-actions.ts";
import { type ActionOf, openConversations } from "./conversations.ts";
import { customerActions } from "./customer-actions.ts";
import type { ChaosEnvironment } from "./environment.ts";
import type { Action, Schedule } from "./schedule.ts";

/** Runs the messages of a schedule. Each person acts in order; the two sides of a conversation act concurrently. */
export function openActions(environment: ChaosEnvironment, schedule: Schedule, until: number) {
  const run = openConversations(environment, schedule, until);
  const actions: { [D in Action["do"]]: (action: ActionOf<D>) => void } = {
    ...agentActions(environment, run),
    ...customerActions(environment, run),
  };
  const start = <D extends Action["do"]>(action: ActionOf<D>): void =>
    (actions[action.do as D] as (action: ActionOf<D>) => void)(action);
  return { conversations: run.conversations, problems: run.problems, start, allDone: run.allDone };
}
