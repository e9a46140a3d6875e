import { NEVER } from "rxjs";
import { expect, test, vi } from "vitest";
import type { DeviceDesk } from "../../sync/client/index.ts";
import { scopeOf } from "../../sync/client/scope.ts";
import { givenBrowser, someUser } from "./testing/given-browser.ts";

vi.mock("./settle-leaving.ts", () => ({ settleLeaving: vi.fn() }));
const openEngine = vi.hoisted(() => vi.fn());
vi.mock("./engine.ts", () => ({ openEngine }));

const marina = someUser();
const withOtherRights = someUser({ profile: "user", queues: [] });

/** Desks in the order of their opening, with what was done to them. */
async function givenPage() {
  const done: string[] = [];
  openEngine.mockReset().mockImplementation(async () => {
    const number = openEngine.mock.calls.length;
    const note = (what: string) => async () => void done.push(`${what} ${number}`);
    done.push(`open ${number}`);
    const status = { get: () => ({ linkUp: true }), subscribe: () => () => undefined };
    return {
      number,
      status,
      refs$: () => NEVER,
      close: note("close"),
      closeEverywhere: note("close everywhere"),
    } as unknown as DeviceDesk;
  });
  const browser = await givenBrowser(() => ({ status: 200, body: { token: "first", user: marina, unsentKey: "key" } }));
  const page = await browser.startPage();
  await page.signIn("marina@example.com", "secret");
  const opening = await import("./opening.ts");
  return { ...page, ...opening, done };
}

test("a desk that was prepared is the one that the screens take, once", async () => {
  const { prepareDesk, preparedDesk, takeDesk, done } = await givenPage();
  prepareDesk(marina, () => undefined);
  const early = preparedDesk(scopeOf(marina));
  const taken = takeDesk(marina);
  expect(taken.early).toBe(early);
  expect(await taken.desk).toMatchObject({ number: 1 });
  taken.close();
  expect(await takeDesk(marina).desk).toMatchObject({ number: 2 });
  expect(done).toEqual(["open 1", "close 1", "open 2"]);
});

test("with other rights the prepared desk is closed before another one is opened", async () => {
  const { prepareDesk, preparedDesk, takeDesk, done } = await givenPage();
  prepareDesk(marina, () => undefined);
  await expect.poll(() => done).toEqual(["open 1"]);
  expect(preparedDesk(scopeOf(withOtherRights))).toBeNull();
  expect(await takeDesk(withOtherRights).desk).toMatchObject({ number: 2 });
  expect(done).toEqual(["open 1", "close 1", "open 2"]);
});

test("the end of the session closes a desk that nothing has taken yet", async () => {
  const { prepareDesk, takeDesk, endSession, done } = await givenPage();
  prepareDesk(marina, () => undefined);
  await expect.poll(() => done).toEqual(["open 1"]);
  await endSession("signed-out");
  expect(done).toEqual(["open 1", "close everywhere 1"]);
  expect(await takeDesk(marina).desk).toMatchObject({ number: 2 });
});

test("a desk that was closed before it began to open is not opened", async () => {
  const { takeDesk, done } = await givenPage();
  const closed = takeDesk(marina);
  closed.close();
  expect(await closed.desk).toBeNull();
  expect(done).toEqual([]);
});

test("only the prepared desk has kept values", async () => {
  const { prepareDesk, takeDesk } = await givenPage();
  const kept = vi.fn(() => undefined);
  prepareDesk(marina, kept);
  const first = takeDesk(marina);
  first.early.refs$("tag").subscribe(() => undefined);
  expect(kept).toHaveBeenCalledOnce();
  first.close();
  takeDesk(marina)
    .early.refs$("tag")
    .subscribe(() => undefined);
  expect(kept).toHaveBeenCalledOnce();
});
