import pg from "pg";
import { isOfProduct } from "./check-company-conditions.ts";
import { isOnNodes } from "./nodes.ts";

const LEVEL = "citus.multi_task_query_log_level";

/**
 * On several nodes, sessions refuse statements that go to all of them (`npm run test:citus`). Tests look into tables as
 * they like: a statement that the product has not built is allowed to.
 */
function allowOwnStatements(): void {
  const send = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [question] = given as [string | { text?: unknown }];
    const text = typeof question === "string" ? question : question?.text;
    if (typeof text !== "string" || isOfProduct(text) || !/^\s*(select|insert|update|delete|with)\b/i.test(text))
      return send.apply(this, given);
    const set = (value: string) => (send.call(this, `SET ${LEVEL} = ${value}`) as Promise<unknown>).catch(() => {}); // a failed transaction restores it
    void set("off");
    const answer = send.apply(this, given);
    void set("error");
    return answer;
  } as typeof pg.Client.prototype.query;
}

if (isOnNodes) allowOwnStatements();
