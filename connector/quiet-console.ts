/**
 * Imported first by every program of this folder: libsignal prints whole sessions, including private ratchet keys,
 * with console.*. None of that may reach a log, so console output is dropped here; we log with pino.
 */
for (const level of ["log", "info", "warn", "error", "debug", "trace"] as const) console[level] = () => {};
