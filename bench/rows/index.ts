import type { Figure } from "../figures.ts";
import type { World } from "../world.ts";

/** One measurement; it may return several figures. */
export type Row = {
  name: string;
  /** Names of its figures that do not begin with the row's name. */
  gives?: string[];
  /** True for a row that is too long to run with all others. */
  onlyByName?: boolean;
  measure(world: World): Promise<Figure[]>;
};

/** Prefixes of the rows' names with their modules: a run of one row loads only its own module. */
const modules: [begins: string[], load: () => Promise<{ rows: Row[] }>][] = [
  [["rest-ticket", "rest-thread", "rest-contact"], () => import("./rest.ts")],
  [["rest-ticket-list-16", "rest-thread-16"], () => import("./rest-many.ts")],
  [["dashboard"], () => import("./dashboard.ts")],
  [["search-"], () => import("./search.ts")],
  [["ingest-"], () => import("./ingest.ts")],
  [["live-event", "notify-ceiling"], () => import("./live.ts")],
  [["local", "search-local"], () => import("./local.ts")],
  [["screens", "warm-start", "sign-in-", "longest-task-", "open-conversation"], () => import("./screens.ts")],
  [["setup-list"], () => import("./lists.ts")],
  [["list-scroll"], () => import("./scroll.ts")],
  [["inbound-"], () => import("./inbound.ts")],
  [["session-memory"], () => import("./sessions.ts")],
  [["soak"], () => import("./soak.ts")],
];

/** `search-rare-2m` is a figure of `search-rare`, `live-event-p99` of `live-event`. */
const sized = (row: string, name: string): boolean => name.startsWith(row) && /^-p?\d/.test(name.slice(row.length));

/** Returns the rows whose names begin with one of these, or that have a figure of that name; all rows without names. */
export async function rowsNamed(names: string[]): Promise<Row[]> {
  const mayHold = ([begins]: (typeof modules)[number]) =>
    names.length === 0 ||
    begins.some((begin) => names.some((name) => begin.startsWith(name) || name.startsWith(begin)));
  const loaded = await Promise.all(modules.filter(mayHold).map(([, load]) => load()));
  const rows = loaded.flatMap((module) => module.rows);
  const isMeant = (row: Row, name: string) =>
    [row.name, ...(row.gives ?? [])].some((own) => own.startsWith(name) || sized(own, name));
  return names.length === 0
    ? rows.filter((row) => !row.onlyByName)
    : rows.filter((row) => names.some((name) => isMeant(row, name)));
}
