import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Database } from "../client.ts";
import { isDatabaseAway, nodeAwayIn } from "../driver/transient-errors.ts";

/** The companies that a question is about; null: all. */
export type AskedCompanies = readonly string[] | null;
type NodeCompanies = { place: string; companies: string[] | null };
type Platform = Pick<Database, "platform">;
/** `isWork`: work of the company failed, which a question that reads none of its rows does not disprove. */
type Outage = { node: string; companies: number; failedAt: number; isWork: boolean };

/** The name of the single place of one Postgres. */
const ONE_POSTGRES = "";
/** After a failure, the pause until a place or company is asked again. */
const REST_MS = 3_000;
/**
 * Work of a company failed this long ago and not since: it has none, so its rows answer. Longer than the time between
 * two renewals of its leases.
 */
const QUIET_MS = 30_000;
/** A node that accepts no connection and refuses none answers nothing for half a minute. */
const MAX_MS = 4_000;
/** How long the places are remembered. */
const KNOWN_MS = 5_000;
/** More failing companies than this are a fault of the question, which every company has. */
const MAX_FAILING = 8;

/** The companies in groups that fail together: on one Postgres a single one, on a cluster one for each node. */
export type CompanyPlaces = {
  /**
   * Asks place by place, at once. A place that is away, and a company whose part of the question fails, is skipped and
   * reported. Rejects when the database itself is away.
   */
  ask<Row>(question: (companies: AskedCompanies) => Promise<Row[]>): Promise<Row[]>;
  /**
   * Runs work of one company. Returns false, and reports it, when it fails; with `isShort` also when a place of a cluster
   * gives no answer within seconds. Rejects when the database itself is away.
   */
  reach(companyId: string, work: () => Promise<unknown>, options?: { isShort?: boolean }): Promise<boolean>;
  /** Reads the places now. Rejects when the database is away. */
  refresh(): Promise<void>;
  /** Groups companies by their place. */
  grouped(companyIds: Iterable<string>): string[][];
  /** The number of companies that cannot be reached, by node. */
  unreachable(): Map<string, number>;
  /** The number of companies that are not asked now, because they rest after a failure, by node. */
  skipped(): Map<string, number>;
};

export function openCompanyPlaces(database: Platform, logger: Logger): CompanyPlaces {
  const outages = openOutages(logger);
  const { report, reached, isResting } = outages;
  let places: NodeCompanies[] = [];
  let placeOf = new Map<string, string>();
  let readAt = Number.NEGATIVE_INFINITY;

  async function refresh(): Promise<void> {
    const rows = await database.platform.execute<NodeCompanies>(sql`select place, companies from company_places()`);
    places = [...rows];
    placeOf = new Map(places.flatMap(({ place, companies }) => (companies ?? []).map((id) => [id, place] as const)));
    readAt = performance.now();
  }

  const companiesAt = (place: string) => places.find((one) => one.place === place)?.companies?.length ?? 0;

  async function askPlace<Row>(
    { place, companies }: NodeCompanies,
    question: (companies: AskedCompanies) => Promise<Row[]>,
  ): Promise<Row[]> {
    const key = placeKey(place);
    if (isResting(key)) return [];
    const before = outages.keys();
    const skipped = new Set(before.filter(isResting));
    let asked: AskedCompanies = companies;
    if (skipped.size > 0) asked = (companies ?? (await allCompanies(database))).filter((id) => !skipped.has(id));
    try {
      const rows = await (place === ONE_POSTGRES ? question(asked) : withinTime(question(asked)));
      reached(key);
      // An outage that began during the question is not over with it.
      for (const id of before) if ((asked?.includes(id) ?? isCompany(id)) && outages.isOver(id)) reached(id);
      return rows;
    } catch (error) {
      const isNodeAway = error instanceof TookTooLong || nodeAwayIn(error) !== null;
      if (isNodeAway && place !== ONE_POSTGRES) {
        report(key, place, companiesAt(place), error);
        return [];
      }
      if (isDatabaseAway(error) && !isNodeAway) throw error;
      return askParts(asked ?? (await allCompanies(database)), question, { place, error, failing: 0 });
    }
  }

  /** Finds the companies whose part fails by asking halves. */
  async function askParts<Row>(
    ids: readonly string[],
    question: (companies: AskedCompanies) => Promise<Row[]>,
    search: { place: string; error: unknown; failing: number },
  ): Promise<Row[]> {
    const middle = Math.ceil(ids.length / 2);
    const rows: Row[] = [];
    for (const half of [ids.slice(0, middle), ids.slice(middle)]) {
      if (half.length === 0) continue;
      try {
        rows.push(...(await question(half)));
      } catch (error) {
        if (isDatabaseAway(error) && nodeAwayIn(error) === null) throw error;
        if (half.length > 1) rows.push(...(await askParts(half, question, search)));
        else {
          search.failing += 1;
          if (search.failing > MAX_FAILING) throw search.error;
          report(half[0] ?? "", nodeAwayIn(error) ?? (search.place || "database"), 1, error);
        }
      }
    }
    return rows;
  }

  return {
    refresh,
    async ask(question) {
      if (performance.now() - readAt > KNOWN_MS) await refresh();
      const answers = await Promise.all(places.map((place) => askPlace(place, question)));
      return answers.flat();
    },
    async reach(companyId, work, { isShort = false } = {}) {
      const place = placeOf.get(companyId) ?? ONE_POSTGRES;
      if (isResting(placeKey(place))) return false;
      try {
        await (isShort && place !== ONE_POSTGRES ? withinTime(work()) : work());
        reached(companyId);
        return true;
      } catch (error) {
        const node = nodeAwayIn(error);
        if (node === null && isDatabaseAway(error)) throw error;
        if ((node !== null || error instanceof TookTooLong) && place !== ONE_POSTGRES)
          report(placeKey(place), place, companiesAt(place), error);
        else report(companyId, node ?? (place || "database"), 1, error, true);
        return false;
      }
    },
    grouped: (companyIds) => [...Map.groupBy(companyIds, (id) => placeOf.get(id) ?? ONE_POSTGRES).values()],
    unreachable: outages.count,
    skipped: outages.countResting,
  };
}

async function allCompanies({ platform }: Platform): Promise<string[]> {
  const rows = await platform.execute<{ id: string }>(sql`select all_company_ids() as id`);
  return rows.map(({ id }) => id);
}

const placeKey = (place: string) => `place ${place}`;
const isCompany = (key: string) => !key.startsWith(placeKey(""));

/** Keeps the places and companies that failed and have not answered since. */
function openOutages(logger: Logger) {
  const outages = new Map<string, Outage>();
  const quietMs = (key: string) => performance.now() - (outages.get(key)?.failedAt ?? Number.NEGATIVE_INFINITY);
  const isResting = (key: string) => quietMs(key) < REST_MS;

  return {
    keys: () => [...outages.keys()],
    isResting,
    /** Returns whether an answer about a company's rows ends its outage. */
    isOver: (id: string) => !isResting(id) && (!outages.get(id)?.isWork || quietMs(id) > QUIET_MS),
    /** Logs the begin of an outage only. */
    report(key: string, node: string, companies: number, err: unknown, isWork = false): void {
      const before = outages.get(key);
      const isNew = before === undefined;
      outages.set(key, { node, companies, failedAt: performance.now(), isWork: isWork || !!before?.isWork });
      if (isNew)
        logger.error({ event: "companies_away", node, companies, err }, "Companies cannot be reached; skipped");
    },
    reached(key: string): void {
      const outage = outages.get(key);
      if (!outage) return;
      outages.delete(key);
      const { node, companies } = outage;
      logger.info({ event: "companies_back", node, companies }, "Companies answer again");
    },
    count: () => countByNode([...outages.values()]),
    countResting: () => countByNode([...outages].flatMap(([key, outage]) => (isResting(key) ? [outage] : []))),
  };
}

function countByNode(outages: readonly Outage[]): Map<string, number> {
  const byNode = new Map<string, number>();
  for (const { node, companies } of outages) byNode.set(node, (byNode.get(node) ?? 0) + companies);
  return byNode;
}

class TookTooLong extends Error {}

/** The question goes on and keeps its connection; its place is not asked again before it rested. */
async function withinTime<T>(question: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TookTooLong(`no answer within ${MAX_MS} ms`)), MAX_MS);
  });
  try {
    return await Promise.race([question, late]);
  } finally {
    clearTimeout(timer);
  }
}
