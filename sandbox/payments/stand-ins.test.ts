import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { givenCharge } from "../testing/given-charge.ts";
import { startPayments } from "../testing/start-payments.ts";

let standIns: Awaited<ReturnType<typeof startPayments>>;
beforeEach(async () => {
  standIns = await startPayments();
});

describe("the page's calls", () => {
  const call = (path: string, body?: unknown) =>
    fetch(`${standIns.httpUrl}/sandbox/payments${path}`, {
      method: body ? "POST" : "GET",
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const view = async () => (await (await call("/charges")).json()) as { charges: unknown[]; providers: unknown[] };

  test("list the charges with what can be done, also while Stripe is down", async () => {
    const { providerId } = await givenCharge(standIns, "stripe");
    await call("/faults/stripe", { fault: "down" });
    const { charges, providers } = await view();
    expect(providers).toContainEqual({ name: "stripe", fault: "down" });
    expect(charges).toMatchObject([
      { id: providerId, provider: "stripe", actions: ["pay", "payQuietly", "refuse", "expire"] },
    ]);
    expect(JSON.stringify(charges)).not.toContain("reference");
  });

  test("pay a charge, refuse what it does not allow, and know no other charge", async () => {
    const { client, providerId, act } = await givenCharge(standIns, "stripe");
    expect((await call(`/charges/stripe/${providerId}`, { action: "pay" })).status).toBe(200);
    expect(await client.readCharge(providerId)).toMatchObject({ status: "paid" });
    expect(() => act("pay")).toThrow("ERR_PAYMENT_NOT_POSSIBLE");
    expect((await call("/stripe/pay/cs_test_1")).headers.get("content-type")).toContain("text/html");
  });
});

describe("webhooks", () => {
  /** Starts a receiver of webhooks that answers with these statuses, the last one again and again. */
  async function givenReceiver(...statuses: number[]) {
    const received: { path: string; body: string }[] = [];
    let whenDone = () => {};
    const done = new Promise<void>((resolve) => {
      whenDone = resolve;
    });
    const server = createServer(async (request, response) => {
      received.push({ path: request.url ?? "", body: await text(request) });
      response.writeHead(statuses[received.length - 1] ?? statuses.at(-1) ?? 200).end();
      if (received.length === statuses.length) whenDone();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    standIns.state.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    return { received, done };
  }

  test("are sent to the provider's address, and again until they are accepted", async () => {
    const { received, done } = await givenReceiver(503, 500, 200);
    await givenCharge(standIns, "efi", "pay");
    await done;
    expect(received.map(({ path }) => path.split("?")[0])).toEqual(Array(3).fill("/webhooks/efi"));
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  test("are held when the payer pays quietly, and sent when the tester asks, any number of times", async () => {
    const { received } = await givenReceiver(200);
    const { notice } = await givenCharge(standIns, "asaas", "payQuietly");
    expect([notice().state, received.length]).toEqual(["held", 0]);
    for (const times of [1, 2]) {
      await standIns.notices.send(notice().id);
      expect(notice()).toMatchObject({ state: "sent", times, lastStatus: 200 });
    }
    expect(received[1]).toEqual(received[0]);
  });

  test("are not sent again after a refusal", async () => {
    const { received } = await givenReceiver(403);
    const { notice } = await givenCharge(standIns, "asaas", "payQuietly");
    await standIns.notices.send(notice().id);
    expect(notice()).toMatchObject({ state: "sent", times: 0, lastStatus: 403 });
    expect(received).toHaveLength(1);
  });
});
