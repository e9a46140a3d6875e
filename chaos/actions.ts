import { agentActions } from "./agent-actions.ts";
import { type ActionOf, openConversations } from "./conversations.ts";
import { customerActions } from "./customer-actions.ts";
import type { Action, Schedule } from "./schedule.ts";
import type { World } from "./world.ts";

/** Runs the messages of a schedule. Each person acts in order; the two sides of a conversation act concurrently. */
export function openActions(world: World, schedule: Schedule, until: number) {
  const run = openConversations(world, schedule, until);
  const actions: { [D in Action["do"]]: (action: ActionOf<D>) => void } = {
    ...agentActions(world, run),
    ...customerActions(world, run),
  };
  const start = <D extends Action["do"]>(action: ActionOf<D>): void =>
    (actions[action.do as D] as (action: ActionOf<D>) => void)(action);
  return { conversations: run.conversations, problems: run.problems, start, allDone: run.allDone };
}
