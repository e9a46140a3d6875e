import { type Company, type Size, sizes, ticket } from "../data/generate.ts";
import { seededRandom } from "../data/random-text.ts";
import type { BenchEnvironment } from "../environment.ts";
import { type Figure, figure, runAlternately } from "../figures.ts";
import { keepAlive } from "../http-client.ts";
import type { Row } from "./index.ts";
import { referenceSql } from "./reference-sql.ts";

type Reference = ReturnType<typeof referenceSql>;
type Ask = { path: string; bare(reference: Reference): Promise<unknown> };
export type Question = {
  name: string;
  target: number;
  /** With ten times the data; otherwise the target times `LARGE_FACTOR`. */
  largeTarget?: number;
  user?: number;
  /** Returns a different call each time, as users make them. */
  ask(of: Company, random: ReturnType<typeof seededRandom>): Ask;
};

/** Allowed factor for ten times the data. */
export const LARGE_FACTOR = 1.6;

const someTicket = (of: Company, random: ReturnType<typeof seededRandom>) => ticket(of, random.below(of.count));
const statuses = ["open", "pending", "closed"] as const;
const contactSearches = ["helena", "souza", "553110000", "ana prado", "tomas vera", "couto dias", "0007"];

const questions: Question[] = [
  {
    name: "rest-ticket",
    target: 1.3,
    largeTarget: 1.6,
    ask(of, random) {
      const { id } = someTicket(of, random);
      return { path: `/tickets/${id}`, bare: (reference) => reference.ticket(id) };
    },
  },
  {
    name: "rest-ticket-list",
    target: 5,
    ask(_of, random) {
      const status = random.pick(statuses);
      return { path: `/tickets?status=${status}&showAll=true`, bare: (reference) => reference.list(status) };
    },
  },
  {
    name: "rest-ticket-list-agent",
    target: 5,
    user: 1,
    ask(_of, random) {
      const status = random.pick(statuses);
      return { path: `/tickets?status=${status}`, bare: (reference) => reference.list(status) };
    },
  },
  {
    name: "rest-thread",
    target: 4,
    ask(of, random) {
      const { id } = someTicket(of, random);
      return { path: `/messages/${id}`, bare: (reference) => reference.thread(id) };
    },
  },
  {
    name: "rest-contact-search",
    target: 5,
    ask(_of, random) {
      const text = random.pick(contactSearches);
      return {
        path: `/contacts?searchParam=${encodeURIComponent(text)}`,
        bare: (reference) => reference.contacts(text),
      };
    },
  },
];

export const counts = { runs: 5, samples: 100, warmUp: 8 };

export async function measureAt(environment: BenchEnvironment, size: Size, question: Question) {
  const { url, main } = await environment.data(size);
  const api = await environment.api(size);
  const http = keepAlive(api.url, await api.signIn(`user${question.user ?? 0}@${main.slug}.example`));
  const reference = referenceSql(url, main);
  const [mine, theirs] = [seededRandom(17), seededRandom(17)];
  const [ours, bare] = await runAlternately(
    counts,
    () => http.get(question.ask(main, mine).path),
    () => question.ask(main, theirs).bare(reference),
  );
  http.close();
  await reference.close();
  if (!ours || !bare) throw new Error("no samples were taken");
  return { ours, bare };
}

async function measure(environment: BenchEnvironment, question: Question): Promise<Figure[]> {
  const small = await measureAt(environment, sizes.small, question);
  const large = await measureAt(environment, sizes.large, question);
  const { name, target, largeTarget = Math.round(target * LARGE_FACTOR * 10) / 10 } = question;
  const bare = "the same rows by one plain statement";
  return [
    figure({ name: `${name}-10k`, ...small.ours, unit: "ms", target, against: bare, againstValue: small.bare.value }),
    figure({
      name: `${name}-100k`,
      ...large.ours,
      unit: "ms",
      target: largeTarget,
      against: bare,
      againstValue: large.bare.value,
    }),
  ];
}

export const rows: Row[] = questions.map((question) => ({
  name: question.name,
  measure: (environment) => measure(environment, question),
}));
