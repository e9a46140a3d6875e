/**
 * Imported first by every program of this folder: libsignal prints whole sessions, private ratchet keys included,
 * with console.*. Nothing of that may reach a log, so the console says nothing here; we log with pino.
 */
for (const level of ["log", "info", "warn", "error", "debug", "trace"] as const) console[level] = () => {};
