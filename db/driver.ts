import { createRequire, registerHooks } from "node:module";
import type postgresDriver from "postgres";

/**
 * The driver as it is published, but for what it does when a connection dies under a statement or a transaction. It
 * writes to a socket that is gone, which ends the process; it forgets that nothing is scheduled, and the connection
 * never writes again; it gives the dead statement's error to the first one after the reconnection; it sends what the
 * dead transaction still says, its rollback too, into whatever transaction the reconnected line carries by then.
 * Known upstream in part (porsager/postgres #1154, #1208), not released. See docs/decisions/0005.
 */
const repairs: Record<string, [was: string, is: string][]> = {
  "/postgres/cjs/src/connection.js": [
    [
      "function execute(q) {",
      "function execute(q) {\n if (!socket) { queryError(q, Errors.connection('CONNECTION_CLOSED', options)); return true }",
    ],
    [
      "clearImmediate(nextWriteTimer)\n    if (",
      "clearImmediate(nextWriteTimer), chunk = nextWriteTimer = null\n    if (",
    ],
    [
      "clearImmediate(nextWriteTimer)\n    soc",
      "clearImmediate(nextWriteTimer), chunk = nextWriteTimer = errorResponse = null\n    soc",
    ],
    // Who waits for the connection hears of it.
    ["return fetchArrayTypes()", "return fetchArrayTypes().catch(() => {})"],
  ],
  "/postgres/cjs/src/index.js": [
    [", prepare = null", ", prepare = null, lost = null"],
    ["connection.onclose = reject", "connection.onclose = (e) => reject(lost = e)"],
    ["q.catch(e => uncaughtError", "if (lost) return q.reject(lost)\n q.catch(e => uncaughtError"],
  ],
};

function repaired(url: string, source: string): string {
  const wanted = Object.entries(repairs).find(([file]) => url.endsWith(file))?.[1] ?? [];
  return wanted.reduce((text, [was, is]) => {
    if (text.split(was).length !== 2) throw new Error(`the Postgres driver has changed: ${url} at ${was}`);
    return text.replace(was, () => is);
  }, source);
}

const hooks = registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    return { ...loaded, ...(loaded.source && { source: repaired(url, loaded.source.toString()) }) };
  },
});
/** Our own copy: whoever imports "postgres" gets the module's other build, unchanged. */
export const postgres = createRequire(import.meta.url)("postgres") as typeof postgresDriver;
hooks.deregister();
