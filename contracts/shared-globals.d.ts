/** The globals of browsers and of Node that contracts use. Only tsconfig.contracts.json reads this file. */
type ParsedAddress = Record<
  "protocol" | "hostname" | "port" | "username" | "password" | "pathname" | "search" | "hash",
  string
>;
declare const URL: { parse(text: string): ParsedAddress | null };
