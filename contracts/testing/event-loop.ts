/** Resolves in the next turn of the event loop: every callback of a promise that is settled by now has run. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
