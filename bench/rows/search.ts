import { sizes } from "../data/generate.ts";
import { rareWord } from "../data/random-text.ts";
import { figure } from "../figures.ts";
import type { Row } from "./index.ts";
import { measureAt } from "./rest.ts";

/** Search words by frequency: in one of a hundred messages, in a few hundred, in a handful, and two adjacent words. */
const kinds = {
  common: ["entrega", "boleto", "obrigado"],
  frequent: [0, 3, 10].map(rareWord),
  rare: [5_000, 5_400, 5_900].map(rareWord),
  phrase: ["preço do frete", "nota fiscal", "cor azul"],
};

async function measure(environment: Parameters<Row["measure"]>[0], kind: keyof typeof kinds) {
  const figures = [];
  for (const [size, target] of [[sizes.small, 15] as const, [sizes.large, 40] as const]) {
    const { ours, bare } = await measureAt(environment, size, {
      name: kind,
      target,
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

export const rows: Row[] = (Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => ({
  name: `search-${kind}`,
  measure: (environment) => measure(environment, kind),
}));
