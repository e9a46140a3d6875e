import { sizes } from "../data/generate.ts";
import { rareWord } from "../data/random-text.ts";
import { figure } from "../figures.ts";
import type { Row } from "./index.ts";
import { measureAt } from "./rest.ts";

/**
 * Search words by frequency: in one of eight messages, in 3 %, in 1 to 10 %, in a handful, and two adjacent words;
 * `agent`: adjacent words, searched by a user who sees two of eight queues.
 */
const kinds = {
  common: ["entrega", "boleto", "obrigado"],
  frequent: [0, 3, 10].map(rareWord),
  rare: [5_000, 5_400, 5_900].map(rareWord),
  "3-percent": [rareWord(1)],
  phrase: ["preço do frete", "nota fiscal", "cor azul"],
  agent: ["nota fiscal", "cor azul", "boleto hoje"],
};
type Kind = keyof typeof kinds;
/** Milliseconds with 200,000 and with 2,000,000 messages. */
const targets: Partial<Record<Kind, readonly [number, number]>> = { phrase: [12, 40], "3-percent": [15, 15] };

async function measure(environment: Parameters<Row["measure"]>[0], kind: Kind) {
  const figures = [];
  const [small, large] = targets[kind] ?? [15, 40];
  for (const [size, target] of [[sizes.small, small] as const, [sizes.large, large] as const]) {
    const { ours, bare } = await measureAt(environment, size, {
      name: kind,
      target,
      user: kind === "agent" ? 3 : 0,
      ask(_of, random) {
        const text = random.pick(kinds[kind]);
        const path = `/tickets?searchParam=${encodeURIComponent(text)}&showAll=true`;
        return { path, bare: (reference) => reference.messages(text) };
      },
    });
    figures.push(
      figure({
        name: `search-${kind}-${size === sizes.small ? "200k" : "2m"}`,
        ...ours,
        unit: "ms",
        target,
        against: "the tickets' ids by one plain statement",
        againstValue: bare.value,
      }),
    );
  }
  return figures;
}

export const rows: Row[] = (Object.keys(kinds) as Kind[]).map((kind) => ({
  name: `search-${kind}`,
  measure: (environment) => measure(environment, kind),
}));
