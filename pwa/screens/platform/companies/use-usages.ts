import { useEffect, useState } from "react";
import type { CompanyUsageWire } from "../../../../contracts/wire/companies.ts";
import { ApiError, NetworkError } from "../../../session/api-error.ts";
import { apiFetch } from "../../../session/api-fetch.ts";
import { readUsages } from "./company-calls.ts";
import type { Company } from "./company-form.ts";

/** The most ids of one request. */
const MAX_IDS = 20;
export type Usages = ReadonlyMap<string, CompanyUsageWire>;

/** Returns the figures of the shown companies, loaded again when the rows change; absent: not loaded. */
export function useUsages(companies: Company[]): Usages {
  const [usages, setUsages] = useState<Usages>(new Map());
  useEffect(() => {
    const stop = new AbortController();
    const ids = companies.map(({ id }) => id);
    const requests: string[][] = [];
    for (let from = 0; from < ids.length; from += MAX_IDS) requests.push(ids.slice(from, from + MAX_IDS));
    for (const part of requests) void load(part, stop.signal);
    async function load(part: string[], signal: AbortSignal) {
      try {
        const answer = await apiFetch(`/companies/usage?ids=${part.join(",")}`, { signal });
        const found = readUsages(await answer.json());
        if (!signal.aborted)
          setUsages((present) => new Map([...present, ...found.map((one) => [one.id, one] as const)]));
      } catch (error) {
        // The list itself reports a failing server; a row without figures says so.
        if (!signal.aborted && !(error instanceof ApiError) && !(error instanceof NetworkError)) throw error;
      }
    }
    return () => stop.abort();
  }, [companies]);
  return usages;
}
