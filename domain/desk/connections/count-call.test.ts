import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { CALLS_PER_MINUTE } from "../../../contracts/desk/external-sending.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany } from "../../../db/testing/given.ts";
import { givenConnection } from "../../../db/testing/given-chat.ts";
import type { DeskContext } from "../../ground/context.ts";
import { atDesk, refusal } from "../../testing.ts";
import { countCall } from "./index.ts";

const { externalCalls } = schema;
const NOW = new Date("2026-03-08T12:00:00Z");
const at = (ms: number) => new Date(NOW.getTime() + ms);

let companyId: string;
beforeAll(async () => {
  companyId = (await givenCompany()).companyId;
});
const desk = <T>(work: (ctx: DeskContext) => Promise<T>, now = NOW) => atDesk(companyId, work, now);

describe("countCall", () => {
  /** A connection with a number of counted calls since a minute's beginning. */
  async function givenCalls(count: number, since = NOW) {
    const connectionId = await givenConnection(companyId);
    if (count > 0) await desk((ctx) => ctx.db.insert(externalCalls).values({ companyId, connectionId, count, since }));
    return {
      connectionId,
      call: (now = NOW) => desk((ctx) => countCall(ctx, connectionId), now),
      counted: async () => {
        const rows = await desk((ctx) =>
          ctx.db.select().from(externalCalls).where(eq(externalCalls.connectionId, connectionId)),
        );
        return rows.map(({ count, since, lastUsedAt }) => ({ count, since, lastUsedAt }));
      },
    };
  }

  test("calls within a minute of the first one are counted together", async () => {
    const { call, counted } = await givenCalls(0);
    await call();
    await call(at(59_999));
    expect(await counted()).toEqual([{ count: 2, since: NOW, lastUsedAt: at(59_999) }]);
    await call(at(60_000));
    expect(await counted()).toEqual([{ count: 1, since: at(60_000), lastUsedAt: at(60_000) }]);
  });

  test("the last call within the limit passes, and the next one is refused until the minute ends", async () => {
    const { call, counted } = await givenCalls(CALLS_PER_MINUTE - 1);
    await call(at(1_000));
    expect(await counted()).toMatchObject([{ count: CALLS_PER_MINUTE }]);
    const refused = (now: Date) => refusal(call(now));
    const code = "ERR_TOO_MANY_ATTEMPTS";
    expect(await refused(at(1_000))).toEqual({ code, details: { retryAfterSeconds: 59 } });
    expect(await refused(at(1_001))).toEqual({ code, details: { retryAfterSeconds: 59 } });
    expect(await refused(at(59_999))).toEqual({ code, details: { retryAfterSeconds: 1 } });
    await call(at(60_000));
  });

  test("refused calls do not raise the count further", async () => {
    const { connectionId, call, counted } = await givenCalls(CALLS_PER_MINUTE + 1);
    // The caller's transaction keeps the count of a refused call.
    const code = desk((ctx) => countCall(ctx, connectionId).catch((error) => error.code));
    expect(await code).toBe("ERR_TOO_MANY_ATTEMPTS");
    expect(await counted()).toMatchObject([{ count: CALLS_PER_MINUTE + 1 }]);
    expect((await refusal(call())).code).toBe("ERR_TOO_MANY_ATTEMPTS");
  });

  test("each connection has its own limit", async () => {
    await givenCalls(CALLS_PER_MINUTE + 1);
    const other = await givenCalls(0);
    await other.call();
    expect(await other.counted()).toMatchObject([{ count: 1 }]);
  });
});
