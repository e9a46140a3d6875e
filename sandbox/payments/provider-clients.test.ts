import { beforeEach, describe, expect, test } from "vitest";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import { WebhookRefused } from "../../outside/payments/index.ts";
import { clientOf, givenCharge, newCharge } from "../testing/given-charge.ts";
import { startPayments } from "../testing/start-payments.ts";
import { type Action, type Provider, providers } from "./charge.ts";
import { signatures } from "./index.ts";

let standIns: Awaited<ReturnType<typeof startPayments>>;
beforeEach(async () => {
  standIns = await startPayments();
});

type Signed = ReturnType<(typeof signatures)[Provider]>;

/** The request that the webhook route gets of a notice of the stand-in. */
function requestOf(
  name: Provider,
  notice: { event: string; body: string; query?: Record<string, string> },
  now?: Date,
) {
  const { query, headers }: Signed = signatures[name](notice, now);
  return {
    headers: new Headers(headers),
    query: new URLSearchParams(query),
    body: new TextEncoder().encode(notice.body),
  };
}

describe.each(providers)("the client of %s", (name) => {
  test("creates a charge that is open, with our reference and amount", async () => {
    const { client, charge, providerId, option } = await givenCharge(standIns, name);
    expect(await client.readCharge(providerId)).toEqual({
      status: "open",
      amountCents: 34_990,
      reference: charge.id,
      paymentId: "",
    });
    if (option.kind === "code") expect(option.code).toMatch(/^000201.+6304[0-9A-F]{4}$/);
    else expect(option.url).toContain(`/sandbox/payments/${name}/pay/`);
  });

  test("reads the payment, by the charge's id and by the id in the webhook", async () => {
    const { client, charge, providerId, paymentIds, notice } = await givenCharge(standIns, name, "pay");
    const [paymentId] = paymentIds();
    const paid = { status: "paid", amountCents: 34_990, reference: charge.id, paymentId };
    expect(await client.readCharge(providerId)).toEqual(paid);
    const events = client.verifyWebhook(requestOf(name, notice()));
    expect(events).toHaveLength(1);
    expect(await client.readCharge(events[0]?.providerId ?? "")).toEqual(paid);
  });

  test("ends an open charge once, and leaves one that was paid", async () => {
    const { client, providerId, act } = await givenCharge(standIns, name);
    for (let times = 0; times < 2; times += 1) await client.endCharge(providerId);
    expect(await client.readCharge(providerId)).toMatchObject({ status: "void" });
    expect(() => act("pay")).toThrow();
    const paid = await givenCharge(standIns, name, "pay");
    await client.endCharge(paid.providerId);
    expect(await client.readCharge(paid.providerId)).toMatchObject({ status: "paid", amountCents: 34_990 });
    await client.endCharge("nada");
    standIns.state.setFault(name, "down");
    await expect(client.endCharge((await givenOpen(name)).providerId)).rejects.toThrow();
  });

  test("knows no charge of another id", async () => {
    const client = clientOf(standIns, name);
    for (const id of [
      "",
      "nada",
      "../../oauth/token",
      "E00000000202611231200abcdefghijk",
      "pay_1",
      "1",
      "9-a",
      "a".repeat(32),
    ])
      expect([id, await client.readCharge(id)]).toEqual([id, null]);
  });

  test.each(["down", "failing", "garbled"] as const)(
    "rejects while the provider is %s, and names no secret",
    async (fault) => {
      const { client, providerId } = await givenCharge(standIns, name);
      standIns.state.setFault(name, fault);
      for (const work of [() => client.createCharge(newCharge()), () => client.readCharge(providerId)]) {
        const error = await work().then(
          () => expect.fail("the call succeeded"),
          (thrown: unknown) => thrown,
        );
        expect(error).toBeInstanceOf(Error);
        const text = `${error} ${JSON.stringify(error)}`;
        for (const secret of secrets()) expect(text).not.toContain(secret);
      }
      standIns.state.setFault(name, "none");
      expect(await client.readCharge(providerId)).toMatchObject({ status: "open" });
    },
  );

  test("rejects with other credentials", async () => {
    for (const variable of ["EFI_CLIENT_SECRET", "STRIPE_SECRET_KEY", "ASAAS_API_KEY", "MERCADOPAGO_ACCESS_TOKEN"])
      standIns.environment[variable] += "0";
    await expect(clientOf(standIns, name).createCharge(newCharge())).rejects.toThrow();
  });

  test("refuses a webhook with another signature, and one without", async () => {
    const { client, notice } = await givenCharge(standIns, name, "pay");
    const request = requestOf(name, notice());
    for (const header of ["stripe-signature", "asaas-access-token", "x-signature"]) {
      const value = request.headers.get(header);
      if (value) request.headers.set(header, `${value.slice(0, -1)}${value.endsWith("0") ? "1" : "0"}`);
    }
    if (request.query.has("hmac")) request.query.set("hmac", "0".repeat(32));
    expect(() => client.verifyWebhook(request)).toThrow(WebhookRefused);
    const bare = { ...request, headers: new Headers(), query: new URLSearchParams() };
    expect(() => client.verifyWebhook(bare)).toThrow(WebhookRefused);
  });
});

/** Creates a charge while the provider answers, and takes it down again. */
async function givenOpen(name: Provider) {
  standIns.state.setFault(name, "none");
  const given = await givenCharge(standIns, name);
  standIns.state.setFault(name, "down");
  return given;
}

test.each(["asaas", "mercadopago"] as const)(
  "an ended charge of %s leaves none of its bank slips to pay",
  async (name) => {
    const { client, providerId } = await givenCharge(standIns, name);
    const charge = standIns.state.find(name, providerId) ?? expect.fail("there is no charge");
    const ids = name === "asaas" ? ["pay_1", "pay_2"] : ["17", "18"];
    const slips = ids.map((id) => ({
      ...{ id, amountCents: 34_990, status: "overdue" as const, at: testNow().toISOString() },
    }));
    standIns.state.save({ ...charge, payments: slips });
    expect(await client.readCharge(providerId)).toMatchObject({ status: "open" });
    await client.endCharge(providerId);
    expect(await client.readCharge(providerId)).toMatchObject({ status: "void" });
    expect(standIns.state.find(name, providerId)?.payments.filter(({ status }) => status === "overdue")).toEqual([]);
  },
);

const secrets = () =>
  Object.entries(standIns.environment).flatMap(([name, value]) => (name.endsWith("_URL") ? [] : [value]));

const read = async (name: Provider, ...actions: Action[]) => {
  const { client, providerId } = await givenCharge(standIns, name, ...actions);
  const { status, amountCents } = (await client.readCharge(providerId)) ?? expect.fail("unknown");
  return [status, amountCents];
};

test.each<[Provider, Action[], string, number]>([
  ["efi", ["payLess"], "paid", 17_495],
  ["efi", ["expire"], "void", 34_990],
  ["efi", ["pay", "refund"], "failed", 0],
  ["stripe", ["refuse"], "open", 34_990],
  ["stripe", ["refuse", "pay"], "paid", 34_990],
  ["stripe", ["expire"], "void", 34_990],
  ["asaas", ["payByCard"], "paid", 34_990],
  ["asaas", ["payByCard", "settle"], "paid", 34_990],
  ["asaas", ["expire"], "open", 34_990],
  ["asaas", ["expire", "pay"], "paid", 34_990],
  ["asaas", ["refuse"], "open", 34_990],
  ["asaas", ["pay", "refund"], "failed", 34_990],
  ["mercadopago", ["refuse"], "open", 34_990],
  ["mercadopago", ["refuse", "pay"], "paid", 34_990],
  ["mercadopago", ["pay", "refund"], "failed", 0],
])("a charge of %s after %j is %s", async (name, actions, status, amountCents) => {
  expect(await read(name, ...actions)).toEqual([status, amountCents]);
});

test.each<Provider>(["efi", "asaas", "mercadopago"])("two payments of a charge of %s have two ids", async (name) => {
  const { client, charge, providerId, paymentIds, notices } = await givenCharge(standIns, name, "pay", "pay");
  const [first, second] = paymentIds();
  expect(first).not.toBe(second);
  const told = notices().flatMap((notice) => client.verifyWebhook(requestOf(name, notice)));
  expect(told).toHaveLength(2);
  const payments = await Promise.all(told.map((event) => client.readCharge(event.providerId)));
  expect(payments).toMatchObject([first, second].map((paymentId) => ({ paymentId, reference: charge.id })));
  expect(await client.readCharge(providerId)).toMatchObject({ status: "paid", paymentId: first });
});

describe("Efí", () => {
  test("creates a charge once, also when the answer to the first attempt got lost", async () => {
    const client = clientOf(standIns, "efi");
    const charge = newCharge();
    const first = await client.createCharge(charge);
    expect(await client.createCharge(charge)).toEqual(first);
    await expect(client.createCharge({ ...charge, amountCents: 1 })).rejects.toThrow("Efí");
  });

  test("asks for one token for many calls, and for another when it was ended", async () => {
    const { client, providerId } = await givenCharge(standIns, "efi");
    expect(standIns.tokens.size).toBe(1);
    await Promise.all(Array.from({ length: 5 }, () => client.readCharge(providerId)));
    expect(standIns.tokens.size).toBe(1);
    standIns.tokens.clear();
    expect(await client.readCharge(providerId)).toMatchObject({ status: "open" });
    expect(standIns.tokens.size).toBe(1);
  });

  test("tells several payments in one webhook, and none for a test of the address or a payment without a charge", () => {
    const client = clientOf(standIns, "efi");
    const tell = (body: unknown) =>
      client.verifyWebhook(
        requestOf("efi", { event: "pix", body: typeof body === "string" ? body : JSON.stringify(body) }),
      );
    const pix = (endToEndId: string, txid?: string) => ({
      endToEndId,
      txid,
      valor: "1.00",
      horario: "2026-11-23T12:00:00Z",
    });
    expect(tell({ pix: [pix("E1", "a".repeat(32)), pix("E2", "b".repeat(32)), pix("E3")] })).toEqual([
      { eventId: "E1", providerId: "E1" },
      { eventId: "E2", providerId: "E2" },
    ]);
    for (const body of [
      { evento: "teste_webhook" },
      {},
      [],
      "",
      "<pix>",
      { pix: [{ endToEndId: "../oauth", txid: "a" }] },
    ])
      expect(tell(body)).toEqual([]);
  });
});

test("Asaas: events of other payments of the account, and of other kinds, are not ours", async () => {
  const { client, notice } = await givenCharge(standIns, "asaas", "pay");
  const told = JSON.parse(notice().body);
  const tell = (change: object) =>
    client.verifyWebhook(requestOf("asaas", { event: "", body: JSON.stringify({ ...told, ...change }) }));
  expect(tell({})).toHaveLength(1);
  expect(tell({ payment: { ...told.payment, paymentLink: null } })).toEqual([]);
  expect(tell({ event: "PAYMENT_BANK_SLIP_VIEWED" })).toEqual([]);
  expect(tell({ payment: { ...told.payment, id: "pay/../x" } })).toEqual([]);
  expect(tell({ payment: undefined, event: "TRANSFER_DONE" })).toEqual([]);
});

test("Asaas: a charge is found among many payments of the account", async () => {
  const { client, providerId, paymentIds } = await givenCharge(standIns, "asaas", "pay");
  const other = await givenCharge(standIns, "asaas");
  for (let times = 0; times < 250; times++) other.act("payQuietly");
  expect(await client.readCharge(providerId)).toMatchObject({
    status: "paid",
    paymentId: paymentIds()[0],
  });
});

describe("Mercado Pago", () => {
  const HOUR_MS = 3_600_000;
  test.each([
    [-HOUR_MS + 60_000, true],
    [-HOUR_MS - 60_000, false],
    [HOUR_MS + 60_000, false],
  ])("a signature %i ms from now is accepted: %s", async (ms, isAccepted) => {
    const { client, notice } = await givenCharge(standIns, "mercadopago", "pay");
    const request = requestOf("mercadopago", notice(), new Date(testTime() + ms));
    if (isAccepted) expect(client.verifyWebhook(request)).toHaveLength(1);
    else expect(() => client.verifyWebhook(request)).toThrow(WebhookRefused);
  });

  test("a signature of one payment does not serve for another", async () => {
    const { client, notice } = await givenCharge(standIns, "mercadopago", "pay");
    const request = requestOf("mercadopago", notice());
    request.query.set("data.id", "1234567");
    expect(() => client.verifyWebhook(request)).toThrow(WebhookRefused);
  });

  test("notifications of other kinds are not ours", async () => {
    const client = clientOf(standIns, "mercadopago");
    const query = { "data.id": "123", type: "merchant_order" };
    const body = JSON.stringify({ id: 1, type: "merchant_order", data: { id: "123" } });
    expect(client.verifyWebhook(requestOf("mercadopago", { event: "", body, query }))).toEqual([]);
  });
});

test("Stripe: a signature of six minutes ago is refused", async () => {
  const { client, notice } = await givenCharge(standIns, "stripe", "pay");
  const request = requestOf("stripe", notice(), new Date(testTime() - 360_000));
  expect(() => client.verifyWebhook(request)).toThrow(WebhookRefused);
});
