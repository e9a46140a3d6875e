import type { QueueRequest } from "../../../contracts/desk/queues.ts";

/** Returns a queue as a form sends it. For tests. */
export const givenQueue = (change: Partial<QueueRequest> = {}): QueueRequest => ({
  name: "Financeiro",
  color: "#b0670c",
  greetingMessage: "",
  completionMessage: "",
  outOfHoursMessage: "",
  ratingMessage: "",
  token: "",
  isRotating: false,
  rotationMinutes: 0,
  position: 0,
  isChatbot: false,
  typebotEnabled: false,
  typebotUrl: "",
  typebotSlug: "",
  typebotDelayMs: 1_000,
  typebotExpiresMinutes: 0,
  typebotKeywordFinish: "",
  typebotKeywordRestart: "",
  typebotUnknownMessage: "",
  typebotRestartMessage: "",
  ...change,
});
