/** The steps after the first one, as the address names them. Loaded with the routes, before any screen. */
export const laterSteps = ["code", "account", "company"] as const;
