import type { BenchEnvironment } from "../environment.ts";
import type { Figure } from "../figures.ts";

/** One measurement; it may return several figures. */
export type Row = {
  name: string;
  /** Names of its figures that do not begin with the row's name. */
  gives?: string[];
  /** True for a row that is too long to run with all others. */
  onlyByName?: boolean;
  measure(environment: BenchEnvironment): Promise<Figure[]>;
};

type Module = {
  /** Prefixes of the names of its rows: a run of one row loads only its own module. */
  begins: string[];
  /** Folders with the code that its rows measure: a change there makes their results stale. */
  measures: string[];
  load: () => Promise<{ rows: Row[] }>;
};

const rest = ["api", "db", "domain", "outside"];
const device = ["pwa", "sync/client", "contracts", "vite.config.ts"];
const ingest = ["connector", "db", "domain", "outside"];
const everything = [...rest, ...device, "connector", "sync/server"];

const modules: Module[] = [
  { begins: ["rest-ticket", "rest-thread", "rest-contact"], measures: rest, load: () => import("./rest.ts") },
  { begins: ["rest-ticket-list-16", "rest-thread-16"], measures: rest, load: () => import("./rest-many.ts") },
  { begins: ["dashboard"], measures: rest, load: () => import("./dashboard.ts") },
  { begins: ["search-"], measures: rest, load: () => import("./search.ts") },
  { begins: ["log-"], measures: ["db", "sync/server"], load: () => import("./change-log.ts") },
  { begins: ["ingest-"], measures: ingest, load: () => import("./ingest.ts") },
  {
    begins: ["live-event", "notify-ceiling"],
    measures: [...rest, "sync/server"],
    load: () => import("./live.ts"),
  },
  { begins: ["live-agents"], measures: [...rest, "sync/server"], load: () => import("./live-agents.ts") },
  {
    begins: ["live-event-idle"],
    measures: [...rest, "sync/server", "connector"],
    load: () => import("./live-idle.ts"),
  },
  { begins: ["local", "search-local"], measures: ["sync/client", "contracts"], load: () => import("./local.ts") },
  {
    begins: ["screens", "warm-", "early-tap", "sign-in-", "longest-task-", "open-conversation", "renderer-memory"],
    measures: device,
    load: () => import("./screens.ts"),
  },
  { begins: ["first-load"], measures: device, load: () => import("./first-load.ts") },
  { begins: ["setup-list"], measures: rest, load: () => import("./lists.ts") },
  { begins: ["company-page", "company-list", "invoice-job"], measures: rest, load: () => import("./companies.ts") },
  {
    begins: ["companies"],
    measures: ["connector/ownership", "db", "domain", "outside"],
    load: () => import("./many-companies.ts"),
  },
  { begins: ["session-revoked"], measures: ["api/session", "db"], load: () => import("./revocation.ts") },
  { begins: ["rest-sign-in"], measures: rest, load: () => import("./sign-in.ts") },
  {
    begins: ["campaign-plan", "campaign-preview", "campaign-report", "campaign-list"],
    measures: ["api/campaigns", "db", "domain/marketing/campaigns"],
    load: () => import("./campaigns.ts"),
  },
  { begins: ["phone-cold-start"], measures: everything, load: () => import("./phone-cold-start.ts") },
  { begins: ["phone-shift", "phone-answer"], measures: everything, load: () => import("./phone-shift.ts") },
  { begins: ["list-scroll"], measures: device, load: () => import("./scroll.ts") },
  { begins: ["board"], measures: device, load: () => import("./board.ts") },
  { begins: ["inbound-"], measures: everything, load: () => import("./inbound.ts") },
  { begins: ["chat-message"], measures: everything, load: () => import("./chats.ts") },
  {
    begins: ["announcement-"],
    measures: ["db", "domain/office/announcements"],
    load: () => import("./announcements.ts"),
  },
  { begins: ["cpu", "burst-rate"], measures: [...rest, "sync/server", "connector"], load: () => import("./cpu.ts") },
  { begins: ["answer-", "answers-"], measures: [...rest, "sync/server"], load: () => import("./answers.ts") },
  { begins: ["plans"], measures: [...rest, "connector"], load: () => import("./plans.ts") },
  {
    begins: ["round-trips"],
    measures: [...rest, "connector"],
    load: () => import("./round-trips.ts"),
  },
  { begins: ["reply-during-campaign"], measures: [...rest, "connector"], load: () => import("./campaign-reply.ts") },
  { begins: ["session-memory"], measures: ["connector"], load: () => import("./sessions.ts") },
  { begins: ["citus"], measures: [...rest, "connector"], load: () => import("./citus.ts") },
  { begins: ["backup", "restore"], measures: ["db", "bin"], load: () => import("./backup.ts") },
  { begins: ["soak"], measures: [...rest, "connector"], load: () => import("./soak.ts") },
];

/** Returns the folders with the code that a row measures: those of the module with the longest matching prefix. */
export function foldersOf(name: string): string[] {
  const matches = modules.flatMap(({ begins, measures }) =>
    begins.filter((begin) => name.startsWith(begin)).map((begin) => ({ length: begin.length, measures })),
  );
  return matches.toSorted((a, b) => b.length - a.length)[0]?.measures ?? everything;
}

/** `search-rare-2m` is a figure of `search-rare`, `live-event-p99` of `live-event`. */
const sized = (row: string, name: string): boolean => name.startsWith(row) && /^-p?\d/.test(name.slice(row.length));

/** Returns the rows whose names begin with one of these, or that have a figure of that name; all rows without names. */
export async function rowsNamed(names: string[]): Promise<Row[]> {
  const mayHold = ({ begins }: Module) =>
    names.length === 0 ||
    begins.some((begin) => names.some((name) => begin.startsWith(name) || name.startsWith(begin)));
  const loaded = await Promise.all(modules.filter(mayHold).map(({ load }) => load()));
  const rows = loaded.flatMap((module) => module.rows);
  const isMeant = (row: Row, name: string) =>
    [row.name, ...(row.gives ?? [])].some((own) => own.startsWith(name) || sized(own, name));
  return names.length === 0
    ? rows.filter((row) => !row.onlyByName)
    : rows.filter((row) => names.some((name) => isMeant(row, name)));
}
