/** The number of runs, rows or lengths of a long test: in `npm test`, in `npm run proof -- part`, and in `npm run proof`. */
export type TestSize = { gate: number; part?: number; proof: number };

/** The sizes of all long tests; one of the environment with the same name takes the place of its size. */
export const sizes = {
  /** Schedules of kills and faults within one process. */
  CHAOS_RUNS: { gate: 4, part: 60, proof: 300 },
  /** Schedules with real processes. */
  CHAOS_REAL_RUNS: { gate: 2, part: 8, proof: 20 },
  /** Schedules on a Citus cluster. */
  CHAOS_CITUS_RUNS: { gate: 0, proof: 20 },
  CHAOS_RECIPIENTS: { gate: 300, part: 600, proof: 2_000 },
  /** Dropped connections to the database. */
  CHAOS_DROPS: { gate: 12, part: 30, proof: 60 },
  /** Linked numbers whose owner ends. */
  CHAOS_SESSIONS: { gate: 6, part: 30, proof: 60 },
  /** Characters of a text whose reading must take linear time. */
  BOUNDED_LENGTH: { gate: 16_000, part: 65_536, proof: 65_536 },
  /** Random orders of payments and notices. */
  PAYMENT_STORMS: { gate: 2, part: 4, proof: 4 },
  /** Number of runs; each refuses one of the first 200 writes of a device. */
  REFUSED_WRITES: { gate: 20, proof: 200 },
  /** Random documents for each command. */
  EFFECT_RUNS: { gate: 6, part: 60, proof: 200 },
  CONVERGENCE_RUNS: { gate: 4, part: 80, proof: 500 },
  /** The share of the conversation scripts that run with cuts and doubled deliveries, too. */
  SCRIPT_FAULTS: { gate: 0.1, part: 1, proof: 1 },
  /** Mails, and kills of their sender. */
  MAIL_KILLS: { gate: 12, part: 40, proof: 100 },
  /** How often the connector of Messenger and Instagram is killed. */
  PAGE_CRASHES: { gate: 4, part: 10, proof: 40 },
  /** Rows of an xlsx file whose import is killed again and again; half as many of an xls file. */
  KILLED_ROWS: { gate: 700, part: 1_400, proof: 1_400 },
  /** People who opt out of a campaign while it runs. */
  OPT_OUTS: { gate: 80, part: 200, proof: 200 },
  /** Guesses at a code that resets a password. */
  GUESSES: { gate: 3_000, part: 10_000, proof: 10_000 },
  /** The most characters of a table that is copied out and in, and how often. */
  COPY_BYTES: { gate: 1_000_000, part: 50_000_000, proof: 50_000_000 },
  COPY_TIMES: { gate: 1, part: 3, proof: 50 },
  /** The desk on which the commands of an operator run: its tickets, with 20 messages each, and the bytes of its files. */
  OPERATOR_TICKETS: { gate: 100, part: 1_000, proof: 10_000 },
  OPERATOR_BYTES: { gate: 2_000_000, part: 50_000_000, proof: 1_000_000_000 },
  /** The moments at which each command is killed or interrupted, and backups in a row. */
  OPERATOR_KILLS: { gate: 1, part: 4, proof: 10 },
  OPERATOR_BACKUPS: { gate: 0, part: 3, proof: 50 },
  /** Random bodies with card data for each call. */
  CARD_BODIES: { gate: 1, part: 2, proof: 2 },
  /** Orders of events of the live channel. */
  LIVE_RUNS: { gate: 5, part: 50, proof: 200 },
  FUZZ_CALLS: { gate: 400, part: 1_000, proof: 2_000 },
  FUZZ_CHAT_COMMANDS: { gate: 300, part: 1_500, proof: 5_000 },
  FUZZ_WHATSAPP: { gate: 200, part: 1_000, proof: 2_000 },
  FUZZ_PAGES: { gate: 200, part: 1_000, proof: 2_000 },
  FUZZ_PAGE_EVENTS: { gate: 300, part: 1_000, proof: 2_000 },
  FUZZ_EXTERNAL_SENDING: { gate: 300, part: 1_000, proof: 2_000 },
  FUZZ_VISIBILITY: { gate: 60, part: 200, proof: 600 },
  /** Rounds of changes that several users pull together. */
  FUZZ_SHARED_PULLS: { gate: 10, part: 60, proof: 300 },
  FUZZ_MERGES: { gate: 25, part: 100, proof: 500 },
  FUZZ_MAIL_REPLIES: { gate: 300, proof: 5_000 },
  FUZZ_AI_ANSWERS: { gate: 400, proof: 5_000 },
  FUZZ_FLOW_REPLIES: { gate: 500, proof: 5_000 },
} satisfies Record<string, TestSize>;

export type SizeName = keyof typeof sizes;

export const sizeOf = (name: SizeName): number => Number(process.env[name] ?? sizes[name].gate);
