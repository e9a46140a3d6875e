/** A message for the operator who starts the program; printed without a stack trace. */
export class ConfigError extends Error {}
