/** The globals of browsers and of Node that contracts use. Only tsconfig.contracts.json reads this file. */
declare const URL: { parse(text: string): { protocol: string } | null };
