import type { Internet, ShownMessage, StoredConversation } from "../wire.ts";

/** The steps in the order in which they are offered. */
export const steps = ["answer", "read", "cut", "restore", "help"] as const;
export type Step = (typeof steps)[number];
/** `answersAtCut`: number of agents' answers that Balcão's server had when the step "cut" was done. */
export type Progress = { done: Step[]; answersAtCut: number };
/** The status that Balcão in the frame reports: the connection to its server, and the number of pending actions. */
export type DeskFrame = { linkUp: boolean; waiting: number };
/** The facts that the servers and Balcão in the frame report. */
export type Facts = {
  desk: StoredConversation;
  held: Pick<ShownMessage, "id" | "fromMe" | "receivedCount">[];
  internet: Internet;
  frame: DeskFrame;
};

/** Adds the steps that the facts show to be done. A step that is done stays done. */
export function advance(progress: Progress, facts: Facts): Progress {
  const { desk, internet, frame } = facts;
  const answers = desk.messages.filter(({ isAgents }) => isAgents);
  const isDone: Record<Step, () => boolean> = {
    answer: () => answers.some(({ ack }) => ack >= 1),
    read: () => answers.some(({ ack }) => ack >= 3),
    cut: () => internet === "none" && !frame.linkUp && frame.waiting > 0,
    restore: () =>
      progress.done.includes("cut") &&
      internet !== "none" &&
      frame.linkUp &&
      frame.waiting === 0 &&
      answers.length > progress.answersAtCut &&
      isOnceEach(facts),
    help: () => desk.wasTransferred,
  };
  const fresh = steps.filter((step) => !progress.done.includes(step) && isDone[step]());
  if (fresh.length === 0) return progress;
  return {
    done: [...progress.done, ...fresh],
    answersAtCut: fresh.includes("cut") ? answers.length : progress.answersAtCut,
  };
}

/** Returns whether each answer reached the customer's phone once and Balcão has each message once. */
function isOnceEach({ desk, held }: Facts) {
  const received = new Map(held.filter(({ fromMe }) => !fromMe).map(({ id, receivedCount }) => [id, receivedCount]));
  const answers = desk.messages.filter(({ isAgents }) => isAgents);
  return desk.messages.every(({ count }) => count === 1) && answers.every(({ id }) => received.get(id) === 1);
}

export const currentStep = ({ done }: Progress): Step | undefined => steps.find((step) => !done.includes(step));
