import { useEffect } from "react";
import type { SessionUser } from "../../../../contracts/account/session.ts";
import { useCan, useDeskUser } from "../../../session/desk.tsx";
import { useAnswer } from "../../../session/server-data/use-answer.ts";
import { useListChanges } from "../../../session/server-data/use-list-changes.ts";
import { useSettings } from "../../../session/use-setting.ts";
import { quietStorage } from "../../../ui/device-storage.ts";

type Answer = { answered: boolean; hasSandbox: boolean };

/** Without valibot, whose code is not loaded before the list of tickets. */
function read(answer: unknown): Answer {
  const { answered, hasSandbox } = answer as Partial<Answer>;
  if (typeof answered !== "boolean" || typeof hasSandbox !== "boolean") throw new TypeError("not first steps");
  return { answered, hasSandbox };
}

const ASK_AGAIN_MS = 1_000;
const answeredKey = ({ companyId }: SessionUser) => `answered:${companyId}`;

/**
 * Whether to show the checklist: `asking` until the server has said whether the company has answered a contact;
 * `none` for agents, after the first answer and offline; `hidden` when an admin has hidden it.
 */
export type FirstStepsState = { state: "asking" | "none" } | { state: "shown" | "hidden"; hasSandbox: boolean };

export function useFirstSteps(): FirstStepsState {
  const user = useDeskUser();
  const { firstSteps } = useSettings();
  const isWanted = useCan("viewFirstSteps") && quietStorage.getItem(answeredKey(user)) === null;
  const { data, failed, again } = useAnswer(isWanted ? "/first-steps" : null, read);
  useListChanges(["tickets"], ASK_AGAIN_MS, again);
  useEffect(() => {
    // An answer is permanent: this device need not ask again.
    if (data?.answered) quietStorage.setItem(answeredKey(user), "1");
  }, [data, user]);
  if (!isWanted || data?.answered) return { state: "none" };
  if (!data) return { state: failed ? "none" : "asking" };
  return { state: firstSteps === "hidden" ? "hidden" : "shown", hasSandbox: data.hasSandbox };
}
