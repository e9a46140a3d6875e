import { sizes } from "../data/generate.ts";
import { figure } from "../figures.ts";
import type { Row } from "./index.ts";
import { measureAt, type Question } from "./rest.ts";

/** The usual and the longest period of the screen, in days. */
const periods = [30, 90];
const TARGET_MS = 300;

const question: Question = {
  name: "dashboard",
  target: TARGET_MS,
  ask(_of, random) {
    const days = random.pick(periods);
    return { path: `/dashboard?days=${days}`, bare: (reference) => reference.closings(days) };
  },
};

/** All figures of the company in one call; both sizes have the same target. */
export const rows: Row[] = [
  {
    name: "dashboard",
    async measure(environment) {
      const small = await measureAt(environment, sizes.small, question);
      const large = await measureAt(environment, sizes.large, question);
      const against = "the closings by person by one plain statement";
      return [
        figure({
          name: "dashboard-10k",
          ...small.ours,
          unit: "ms",
          target: TARGET_MS,
          against,
          againstValue: small.bare.value,
        }),
        figure({
          name: "dashboard-100k",
          ...large.ours,
          unit: "ms",
          target: TARGET_MS,
          against,
          againstValue: large.bare.value,
        }),
      ];
    },
  },
];
