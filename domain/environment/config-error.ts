/** A sentence for the person who starts the program; its stack is not shown. */
export class ConfigError extends Error {}
