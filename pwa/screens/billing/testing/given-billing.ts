import { TIME_ZONE_KEY } from "../../../../contracts/account/settings.ts";
import type { Invoice, PaymentResult, Plan, Subscription } from "../parts/billing-calls.ts";

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

export const givenPlan = (number: number, change: Partial<Plan> = {}): Plan => ({
  id: idOf(number),
  name: `Plano ${number}`,
  users: 3,
  connections: 1,
  queues: 5,
  storageGb: 10,
  value: 129.9,
  ...change,
});
export const essential = givenPlan(1, { name: "Essencial" });
export const professional = givenPlan(2, {
  name: "Profissional",
  users: 12,
  connections: 6,
  queues: 10,
  storageGb: 50,
  value: 349.9,
});

export const givenInvoice = (number: number, change: Partial<Invoice> = {}): Invoice => ({
  id: idOf(number),
  number,
  kind: "period",
  detail: "Plano Profissional · dezembro",
  recurrence: "MENSAL",
  value: 349.9,
  dueDate: "2026-12-18",
  status: "open",
  overdue: false,
  paidAt: null,
  paidWith: null,
  reason: null,
  planId: professional.id,
  ...change,
});

export const givenSubscription = (change: Partial<Subscription> = {}): Subscription => ({
  trialExpiration: null,
  dueDate: "2026-12-19T02:59:59.999Z",
  email: "financeiro@olaria.example",
  recurrence: "MENSAL",
  plan: professional,
  usage: {
    users: { used: 5, limit: 12 },
    connections: { used: 1, limit: 6 },
    queues: { used: 2, limit: 10 },
    storageGb: { used: 3.274, limit: 50 },
  },
  invoice: givenInvoice(1042),
  providers: ["pix"],
  billing: null,
  ...change,
});

export const givenResult = (change: Partial<PaymentResult> = {}): PaymentResult => ({
  qrcode: { qrcode: "00020126-EXEMPLO-PIX" },
  stripeURL: "https://pay.example/stripe",
  asaasURL: "https://pay.example/asaas",
  mercadopagoURL: "https://pay.example/mercadopago",
  valorext: 349.9,
  confirmedBy: "provider",
  unavailable: [],
  ...change,
});

/** A company whose last paid day is in São Paulo. */
export const givenCompany = (dueDate: string, change: Record<string, unknown> = {}) => ({
  company: {
    id: idOf(9),
    name: "Olaria Serra Azul",
    dueDate,
    settings: [{ key: TIME_ZONE_KEY, value: "America/Sao_Paulo" }],
    ...change,
  },
});
