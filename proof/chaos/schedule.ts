import { type Random, seeded } from "../../contracts/testing/random.ts";
import { type FileKind, type Repertoire, type RepertoireName, repertoires, type WrittenKind } from "./kinds.ts";

export const OUTBOUND = 20;
export const INBOUND = 20;

/** The messages and faults of one run, in order. Depends only on the seed. */
export type Schedule = {
  seed: number;
  /** The number of customers; the first agent answers the even ones, the second the odd ones. */
  customers: number;
  steps: Step[];
};

export type Step = { afterMs: number } & (Action | { do: "fault"; fault: Fault });

/** `n` numbers the messages of each direction from 0; references are always to earlier messages. */
export type Action =
  | { do: "write"; n: number; customer: number; as: WrittenKind; quotes: number | null }
  | {
      do: "receive";
      n: number;
      customer: number;
      file: FileKind | null;
      special: string | null;
      quotes: number | null;
    }
  /** `edit`, `remove`: of a customer's message. `correct`, `takeBack`: of an agent's message. */
  | { do: "edit"; n: number; times: number }
  | { do: "remove"; n: number }
  | { do: "correct"; n: number; times: number }
  | { do: "takeBack"; n: number }
  | { do: "read"; customer: number }
  /** `react`: an agent reacts to a customer's message. `reactBack`: the customer reacts to an agent's message. */
  | { do: "react"; n: number; emoji: string }
  | { do: "reactBack"; n: number; emoji: string }
  /** A call that is not answered. */
  | { do: "call"; customer: number; isVideo: boolean }
  /** An answer on the company's own phone. */
  | { do: "answerOnPhone"; n: number; customer: number };

/** `skip`: the number of calls of that kind that succeed before the fault. */
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
  | { kind: "connection-dropped" }
  | { kind: "connection-slow"; delayMs: number; forMs: number }
  | { kind: "receipts-lost"; forMs: number }
  /** Pages: events arrive twice; late and in reverse order; not at all for a while. */
  | { kind: "events-twice"; forMs: number }
  | { kind: "events-reversed"; forMs: number }
  | { kind: "webhook-unavailable"; forMs: number }
  /** Pages: a sent message's answer is lost; lookups fail; every call is refused for a while. */
  | { kind: "graph-answers-lost"; count: number }
  | { kind: "lookups-fail"; count: number }
  | { kind: "graph-unavailable"; forMs: number }
  | { kind: "connector-killed" }
  | { kind: "connector-paused" }
  | { kind: "connector-replaced" }
  | { kind: "second-connector" }
  | { kind: "api-killed" }
  | { kind: "database-killed" };
export type FaultKind = Fault["kind"];

/** The faults between the parts of one process. Repeated ones are chosen more often. */
export const inProcessFaults: readonly FaultKind[] = [
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
  "connection-dropped",
  "connection-dropped",
  "connection-dropped",
  "connection-slow",
  "receipts-lost",
  "connector-killed",
  "connector-killed",
  "connector-paused",
  "connector-replaced",
  "second-connector",
];

export type Wanted = {
  faults?: readonly FaultKind[];
  faultCount?: readonly [number, number];
  /** A fault that each schedule has, besides the random ones. */
  always?: FaultKind;
  kinds?: RepertoireName;
};

export function scheduleOf(
  seed: number,
  { faults = inProcessFaults, faultCount = [2, 6], always, kinds = "few" }: Wanted = {},
): Schedule {
  const random = seeded(seed);
  const customers = random.between(2, 4);
  const steps: Step[] = actionsOf(random, customers, repertoires[kinds]).map((action) => ({
    ...action,
    afterMs: pauseOf(random),
  }));
  function addFault(kind: FaultKind) {
    const step: Step = { do: "fault", fault: faultOf(random, kind), afterMs: pauseOf(random) };
    steps.splice(random.between(customers, steps.length), 0, step);
  }
  for (let left = random.between(...faultCount); left > 0; left--) addFault(random.pick(faults));
  if (always) addFault(always);
  return { seed, customers, steps };
}

/** Mostly 0, so that much is in flight when a fault happens. */
const pauseOf = (random: Random) => (random.chance(0.6) ? 0 : random.between(1, 25));

function actionsOf(random: Random, customers: number, can: Repertoire): Action[] {
  const actions: Action[] = [];
  const written: number[][] = Array.from({ length: customers }, () => []);
  const received: number[][] = Array.from({ length: customers }, () => []);
  /** The messages with an editable text, by direction. */
  const editable = { in: new Set<number>(), out: new Set<number>() };
  const [changed, corrected, takenBack] = [new Set<number>(), new Set<number>(), new Set<number>()];
  let [nextOut, nextIn, nextAnswer] = [0, 0, 0];

  function receive(customer: number) {
    const n = nextIn++;
    const special = random.chance(can.special.chance) ? random.pick(can.special.kinds) : null;
    const quotes = special ? null : pickSome(random, written[customer], 0.1);
    const file = !special && random.chance(can.files.chance) ? random.pick(can.files.kinds) : null;
    if (!special && (file === null || (can.hasCaptions && file !== "sticker"))) editable.in.add(n);
    actions.push({ do: "receive", n, customer, file, special, quotes });
    received[customer]?.push(n);
  }
  function write(customer: number) {
    const n = nextOut++;
    const quotes = pickSome(random, received[customer], 0.15);
    const as = random.chance(can.written.chance) ? random.pick(can.written.kinds) : "text";
    if (as !== "card" && as !== "place" && as !== "voice") editable.out.add(n);
    actions.push({ do: "write", n, customer, as, quotes });
    written[customer]?.push(n);
  }
  function changeReceived(customer: number) {
    const n = pickSome(random, received[customer], 0.1);
    if (n === null || changed.has(n)) return;
    const isEdit = editable.in.has(n) && (!can.customersTakeBack || random.chance(0.7));
    if (!isEdit && !can.customersTakeBack) return;
    changed.add(n);
    actions.push(isEdit ? { do: "edit", n, times: random.between(1, 2) } : { do: "remove", n });
  }
  function changeWritten(customer: number) {
    const wrong = can.agentsCorrect ? pickSome(random, written[customer], 0.1) : null;
    if (wrong !== null && !takenBack.has(wrong) && editable.out.has(wrong)) {
      corrected.add(wrong);
      actions.push({ do: "correct", n: wrong, times: random.between(1, 2) });
    }
    const sent = can.agentsTakeBack ? pickSome(random, written[customer], 0.05) : null;
    if (sent !== null && !takenBack.has(sent) && !corrected.has(sent)) {
      takenBack.add(sent);
      actions.push({ do: "takeBack", n: sent });
    }
  }
  /** Adds actions other than messages: reactions, calls, answers on the company's own phone. */
  function otherActions(customer: number) {
    const emoji = random.pick(["👍", "❤️", "😂", ""]);
    const [theirs, ours] = [pickSome(random, received[customer], 0.15), pickSome(random, written[customer], 0.15)];
    if (can.reactions && theirs !== null && !changed.has(theirs)) actions.push({ do: "react", n: theirs, emoji });
    if (can.reactions && ours !== null && !takenBack.has(ours)) actions.push({ do: "reactBack", n: ours, emoji });
    if (can.calls && random.chance(0.06)) actions.push({ do: "call", customer, isVideo: random.chance(0.5) });
    if (can.ownPhone && random.chance(0.08)) actions.push({ do: "answerOnPhone", n: nextAnswer++, customer });
  }

  // A customer's first message opens the ticket.
  for (let customer = 0; customer < customers; customer++) receive(customer);
  while (nextOut < OUTBOUND || nextIn < INBOUND) {
    const customer = random.below(customers);
    if (nextOut === OUTBOUND || (nextIn < INBOUND && random.chance(0.5))) receive(customer);
    else write(customer);
    if (random.chance(0.1)) actions.push({ do: "read", customer });
    changeReceived(customer);
    changeWritten(customer);
    otherActions(customer);
  }
  return actions;
}

function pickSome(random: Random, among: number[] | undefined, probability: number): number | null {
  return among && among.length > 0 && random.chance(probability) ? random.pick(among) : null;
}

function faultOf(random: Random, kind: FaultKind): Fault {
  switch (kind) {
    case "requests-lost":
    case "answers-lost":
      return { kind, agent: random.below(2), count: random.between(1, 3) };
    case "graph-answers-lost":
    case "lookups-fail":
      return { kind, count: random.between(1, 3) };
    case "page-reloaded":
    case "second-tab":
      return { kind, agent: random.below(2) };
    case "api-write-lost":
    case "api-commit-unknown":
      return { kind, skip: random.below(6) };
    case "connector-write-lost":
    case "connector-commit-unknown":
      return { kind, skip: random.below(30) };
    case "connection-slow":
      return { kind, delayMs: random.between(5, 40), forMs: random.between(20, 200) };
    case "receipts-lost":
    case "events-twice":
    case "events-reversed":
    case "webhook-unavailable":
    case "graph-unavailable":
      return { kind, forMs: random.between(20, 200) };
    default:
      return { kind };
  }
}
