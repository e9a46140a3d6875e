/** libsignal prints whole sessions, private keys included, with console.*: nothing of that may reach a log. */
export function quietConsole() {
  for (const level of ["log", "info", "warn", "error"] as const) console[level] = () => {};
}
