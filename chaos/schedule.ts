import { type Random, seeded } from "./random.ts";

export const OUTBOUND = 20;
export const INBOUND = 20;

/** Words and faults of one run, in the order in which they happen. A function of the seed and nothing else. */
export type Schedule = {
  seed: number;
  /** How many customers write; the first agent answers the even ones, the second the odd ones. */
  customers: number;
  steps: Step[];
};

export type Step = { afterMs: number } & (Word | { do: "fault"; fault: Fault });

/** `n` numbers the messages of each direction from 0; what names another message names an earlier one. */
export type Word =
  | { do: "write"; n: number; customer: number; media: boolean; quotes: number | null }
  | { do: "receive"; n: number; customer: number; media: MediaKind | null; quotes: number | null }
  /** The customer changes or takes back what they wrote; the agent takes back what they sent. */
  | { do: "edit"; n: number; times: number }
  | { do: "remove"; n: number }
  | { do: "takeBack"; n: number }
  | { do: "read"; customer: number };

export type MediaKind = "image" | "audio" | "document";

/** `skip`: how many calls of the kind go well before it strikes. */
export type Fault =
  | { kind: "requests-lost"; agent: number; count: number }
  | { kind: "answers-lost"; agent: number; count: number }
  | { kind: "page-reloaded"; agent: number }
  | { kind: "second-tab"; agent: number }
  | { kind: "api-write-lost"; skip: number }
  | { kind: "api-commit-unknown"; skip: number }
  | { kind: "connector-write-lost"; skip: number }
  | { kind: "connector-commit-unknown"; skip: number }
  | { kind: "database-cut" }
  | { kind: "line-dropped" }
  | { kind: "line-slow"; delayMs: number; forMs: number }
  | { kind: "receipts-lost"; forMs: number }
  | { kind: "connector-killed" }
  | { kind: "connector-paused" }
  | { kind: "connector-replaced" }
  | { kind: "second-connector" }
  | { kind: "api-killed" }
  | { kind: "database-killed" };
export type FaultKind = Fault["kind"];

/** What can go wrong between the parts of one process. Often named, often chosen. */
export const seamFaults: readonly FaultKind[] = [
  "requests-lost",
  "requests-lost",
  "answers-lost",
  "answers-lost",
  "page-reloaded",
  "second-tab",
  "api-write-lost",
  "api-commit-unknown",
  "connector-write-lost",
  "connector-write-lost",
  "connector-commit-unknown",
  "connector-commit-unknown",
  "database-cut",
  "line-dropped",
  "line-dropped",
  "line-dropped",
  "line-slow",
  "receipts-lost",
  "connector-killed",
  "connector-killed",
  "connector-paused",
  "connector-replaced",
  "second-connector",
];

export function scheduleOf(seed: number, faults: readonly FaultKind[] = seamFaults, faultCount = [2, 6]): Schedule {
  const random = seeded(seed);
  const customers = random.between(2, 4);
  const steps: Step[] = words(random, customers).map((word) => ({ ...word, afterMs: pauseOf(random) }));
  for (let left = random.between(faultCount[0] ?? 0, faultCount[1] ?? 0); left > 0; left--) {
    const step: Step = { do: "fault", fault: faultOf(random, random.pick(faults)), afterMs: pauseOf(random) };
    steps.splice(random.between(customers, steps.length), 0, step);
  }
  return { seed, customers, steps };
}

/** Mostly at once, so that much is under way when something breaks. */
const pauseOf = (random: Random) => (random.chance(0.6) ? 0 : random.between(1, 25));

function words(random: Random, customers: number): Word[] {
  const said: Word[] = [];
  const written: number[][] = Array.from({ length: customers }, () => []);
  const received: number[][] = Array.from({ length: customers }, () => []);
  const [changed, takenBack] = [new Set<number>(), new Set<number>()];
  let [nextOut, nextIn] = [0, 0];

  function receive(customer: number) {
    const n = nextIn++;
    const quotes = pickSome(random, written[customer], 0.1);
    const media = random.chance(0.15) ? random.pick(["image", "audio", "document"] as const) : null;
    said.push({ do: "receive", n, customer, media, quotes });
    received[customer]?.push(n);
  }
  function write(customer: number) {
    const n = nextOut++;
    const quotes = pickSome(random, received[customer], 0.15);
    said.push({ do: "write", n, customer, media: random.chance(0.12), quotes });
    written[customer]?.push(n);
  }

  // Who writes first opens the ticket.
  for (let customer = 0; customer < customers; customer++) receive(customer);
  while (nextOut < OUTBOUND || nextIn < INBOUND) {
    const customer = random.below(customers);
    if (nextOut === OUTBOUND || (nextIn < INBOUND && random.chance(0.5))) receive(customer);
    else write(customer);
    if (random.chance(0.1)) said.push({ do: "read", customer });
    const own = pickSome(random, received[customer], 0.1);
    if (own !== null && !changed.has(own)) {
      changed.add(own);
      said.push(random.chance(0.7) ? { do: "edit", n: own, times: random.between(1, 2) } : { do: "remove", n: own });
    }
    const sent = pickSome(random, written[customer], 0.05);
    if (sent !== null && !takenBack.has(sent)) {
      takenBack.add(sent);
      said.push({ do: "takeBack", n: sent });
    }
  }
  return said;
}

function pickSome(random: Random, among: number[] | undefined, probability: number): number | null {
  return among && among.length > 0 && random.chance(probability) ? random.pick(among) : null;
}

function faultOf(random: Random, kind: FaultKind): Fault {
  switch (kind) {
    case "requests-lost":
    case "answers-lost":
      return { kind, agent: random.below(2), count: random.between(1, 3) };
    case "page-reloaded":
    case "second-tab":
      return { kind, agent: random.below(2) };
    case "api-write-lost":
    case "api-commit-unknown":
      return { kind, skip: random.below(6) };
    case "connector-write-lost":
    case "connector-commit-unknown":
      return { kind, skip: random.below(30) };
    case "line-slow":
      return { kind, delayMs: random.between(5, 40), forMs: random.between(20, 200) };
    case "receipts-lost":
      return { kind, forMs: random.between(20, 200) };
    default:
      return { kind };
  }
}
