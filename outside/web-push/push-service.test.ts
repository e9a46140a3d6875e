import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import webPush from "web-push";
import { isPushEndpoint } from "./push-hosts.ts";
import { deliverPush, PUSH_CONTACT, type PushOptions } from "./push-service.ts";
import { startPushService } from "./testing/push-service.ts";

let service: Awaited<ReturnType<typeof startPushService>>;
let options: PushOptions;
beforeAll(async () => {
  service = await startPushService();
  options = { keys: webPush.generateVAPIDKeys(), contact: PUSH_CONTACT, allowed: [service.origin] };
});
beforeEach(() => void service.pushes.splice(0));
afterAll(() => service.stop());

function deliver(payload: { name?: string; text?: string } = {}, change: Partial<PushOptions> = {}, topic?: string) {
  const { endpoint, keys } = service.subscribe().subscription;
  const words = { name: "Helena", text: "Bom dia!", ticketId: "ticket", ...payload };
  return deliverPush({ endpoint, ...keys }, words, { ...options, ...change }, topic);
}
const pushes = () => service.pushes.map(({ text }) => JSON.parse(text) as { name: string; text: string });

test.each([
  [200, "sent"],
  [201, "sent"],
  [202, "sent"],
  [307, "refused"],
  [400, "refused"],
  [401, "refused"],
  [404, "gone"],
  [410, "gone"],
  [413, "refused"],
  [429, "later"],
  [500, "later"],
  [503, "later"],
])("the answer %i of the push service means %s", async (status, outcome) => {
  service.answer(status);
  expect(await deliver()).toBe(outcome);
});

test("an address that is no push service's is not requested", async () => {
  expect(await deliver({}, { allowed: [] })).toBe("refused");
  expect(service.pushes).toEqual([]);
});

test("texts of up to 160 characters are sent whole, longer ones are cut with an ellipsis", async () => {
  // An emoji is one character, so none is cut in half.
  const whole = "😀".repeat(160);
  await deliver({ text: whole, name: whole });
  expect(pushes()).toMatchObject([{ text: whole, name: whole }]);
  service.pushes.splice(0);
  await deliver({ text: `${whole}!`, name: `${whole}!` });
  const cut = `${"😀".repeat(159)}…`;
  expect(pushes()).toMatchObject([{ text: cut, name: cut }]);
});

test("line breaks and repeated spaces become one space", async () => {
  await deliver({ text: "  Bom dia!\n\nTem a\tjarra?  " });
  expect(pushes()).toMatchObject([{ text: "Bom dia! Tem a jarra?", ticketId: "ticket" }]);
});

test("a notification expires after 4 hours, and has a topic only if one is given", async () => {
  await deliver();
  await deliver({}, {}, "topic");
  expect(service.pushes.map(({ headers }) => [headers.ttl, headers.topic])).toEqual([
    ["14400", undefined],
    ["14400", "topic"],
  ]);
});

test.each<[string, string[], boolean]>([
  ["http://127.0.0.1:9000/push/1", ["http://127.0.0.1:9000"], true],
  ["http://127.0.0.1:9001/push/1", ["http://127.0.0.1:9000"], false],
  ["https://push.example/1", ["push.example"], true],
  ["http://push.example/1", ["push.example"], false],
  ["https://push.example:8443/1", ["push.example"], false],
  ["https://a.push.example/1", ["push.example"], false],
  ["https://a.push.example/1", [".push.example"], true],
  ["https://user@push.example/1", ["push.example"], false],
  ["http://user:pass@127.0.0.1:9000/1", ["http://127.0.0.1:9000"], false],
])("%s with %j allowed: %s", (endpoint, allowed, isAllowed) => {
  expect(isPushEndpoint(endpoint, allowed)).toBe(isAllowed);
});
