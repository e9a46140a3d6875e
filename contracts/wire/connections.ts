/** The texts and the redirect of a connection, with their names in the HTTP interface. */
export const connectionNames = {
  greetingMessage: "greetingMessage",
  completionMessage: "complationMessage",
  outOfHoursMessage: "outOfHoursMessage",
  ratingMessage: "ratingMessage",
  redirectAfterMinutes: "timeSendQueue",
  redirectQueueId: "sendIdQueue",
} as const;
