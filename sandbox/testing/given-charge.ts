import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import {
  type ConfirmingProvider,
  type NewCharge,
  type PaymentProvider,
  readPayments,
} from "../../outside/payments/index.ts";
import { act } from "../payments/actions.ts";
import type { Action, Provider } from "../payments/charge.ts";
import type { startPayments } from "./start-payments.ts";

type StandIns = Awaited<ReturnType<typeof startPayments>>;

export const newCharge = (): NewCharge => ({
  id: randomUUID(),
  amountCents: 34_990,
  description: "Plano Profissional · dezembro",
  invoiceNumber: 7,
  dueDate: "2026-12-01",
  payer: { name: "Marina Duarte", email: "marina@olaria.example", address: null },
  returnUrl: "http://127.0.0.1:3000/financeiro",
  webhookUrl: "http://127.0.0.1:3000/webhooks/provider",
});

export function clientOf({ environment }: StandIns, name: ConfirmingProvider): PaymentProvider {
  return readPayments(environment).confirming[name] ?? expect.fail(`${name} is off`);
}

/** Creates a charge and carries out actions on it at the stand-in. */
export async function givenCharge(standIns: StandIns, name: Provider, ...actions: Action[]) {
  const client = clientOf(standIns, name);
  const charge = newCharge();
  const { providerId, option } = await client.createCharge(charge);
  const atStandIn = () => standIns.state.find(name, providerId) ?? expect.fail("there is no charge");
  const carryOut = (action: Action) => act(standIns.state, standIns.notices, atStandIn(), action);
  for (const action of actions) carryOut(action);
  return {
    client,
    charge,
    providerId,
    option,
    act: carryOut,
    paymentIds: () => atStandIn().payments.map(({ id }) => id),
    notices: () => standIns.notices.listOf(name, providerId),
    /** The first webhook about it. */
    notice: () => standIns.notices.listOf(name, providerId)[0] ?? expect.fail("there is no webhook"),
  };
}
