// @ts-check

/** The steps in the order in which they are offered. */
export const steps = /** @type {const} */ (["answer", "read", "cut", "restore", "help"]);
/** @typedef {typeof steps[number]} Step */
/**
 * `answersAtCut`: number of agents' answers that Balcão's server had when the step "cut" was done.
 * @typedef {{ done: Step[], answersAtCut: number }} Progress
 */
/**
 * The facts that the servers and Balcão in the frame report.
 * @typedef {{
 *   desk: import("./api.js").StoredConversation,
 *   held: Pick<import("./api.js").Message, "id" | "fromMe" | "receivedCount">[],
 *   internet: import("./api.js").Internet,
 *   frame: { linkUp: boolean, waiting: number },
 * }} Facts
 */

/**
 * Adds the steps that the facts show to be done. A step that is done stays done.
 * @param {Progress} progress
 * @param {Facts} facts
 * @returns {Progress}
 */
export function advance(progress, facts) {
  const { desk, internet, frame } = facts;
  const answers = desk.messages.filter(({ isAgents }) => isAgents);
  const isDone = {
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

/**
 * Returns whether each answer reached the customer's phone once and Balcão has each message once.
 * @param {Facts} facts
 */
function isOnceEach({ desk, held }) {
  const received = new Map(held.filter(({ fromMe }) => !fromMe).map(({ id, receivedCount }) => [id, receivedCount]));
  const answers = desk.messages.filter(({ isAgents }) => isAgents);
  return desk.messages.every(({ count }) => count === 1) && answers.every(({ id }) => received.get(id) === 1);
}

/** @param {Progress} progress @returns {Step | undefined} */
export const currentStep = ({ done }) => steps.find((step) => !done.includes(step));
