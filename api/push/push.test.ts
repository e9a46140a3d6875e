import { afterAll, beforeAll, expect, test } from "vitest";
import { givenCompany } from "../../db/testing/given.ts";
import { startPushService } from "../../outside/web-push/testing/push-service.ts";
import { type GivenApp, givenApp, givenSignedIn } from "../testing/given-app.ts";

let service: Awaited<ReturnType<typeof startPushService>>;
let given: GivenApp;
beforeAll(async () => {
  service = await startPushService();
  given = await givenApp({ pushAllowed: [service.origin] });
});
afterAll(() => service.stop());

test("a browser subscribes, changes its switches, is sent a test and unsubscribes", async () => {
  const { ana } = await givenCompany();
  const client = await givenSignedIn(given, ana);
  const switches = { mine: true, waiting: false, preview: true, device: true };
  expect(await client.get("/push/key")).toMatchObject({ status: 200, body: { key: expect.any(String) } });
  expect((await client.get("/push/settings")).body).toEqual({ ...switches, waiting: true, isSubscribed: false });
  const untried = await client.send("POST", "/push/test");
  expect(untried.body.steps).toMatchObject([{ step: "key" }, { step: "subscription", ok: false }]);

  const { path, subscription } = service.subscribe();
  expect(await client.send("POST", "/push/subscriptions", subscription)).toEqual({ status: 200, body: {} });
  const changed = await client.send("PUT", "/push/settings", switches);
  expect(changed.body).toEqual({ ...switches, isSubscribed: true });
  const tried = await client.send("POST", "/push/test");
  expect(tried.body.steps.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  expect(service.pushes.map((one) => one.path)).toEqual([path]);

  expect(await client.send("DELETE", "/push/subscriptions")).toEqual({ status: 200, body: {} });
  expect((await client.get("/push/settings")).body).toMatchObject({ isSubscribed: false });
});
