import type { Store } from "../store.ts";
import type { Charge, Fault, Payment, Provider } from "./charge.ts";

/** The stored state of the four stand-ins. */
export class PaymentState {
  readonly #charges;
  readonly #faults;
  readonly #addresses;

  constructor(store: Store) {
    this.#charges = store.map<Charge>("paymentCharges");
    this.#faults = store.map<Fault>("paymentFaults");
    this.#addresses = store.map<string>("paymentAddresses");
  }

  add(charge: Omit<Charge, "createdAt" | "isClosed" | "payments">): Charge {
    const added = { ...charge, createdAt: new Date().toISOString(), isClosed: false, payments: [] };
    this.save(added);
    return added;
  }

  save(charge: Charge): void {
    this.#charges.set(`${charge.provider}/${charge.id}`, charge);
  }

  find = (provider: Provider, id: string): Charge | undefined => this.#charges.get(`${provider}/${id}`);

  /** The charges, newest first. */
  list = (): Charge[] => [...this.#charges.values()].reverse();

  findPayment(provider: Provider, paymentId: string): { charge: Charge; payment: Payment } | undefined {
    for (const charge of this.#charges.values()) {
      const payment = charge.provider === provider && charge.payments.find(({ id }) => id === paymentId);
      if (payment) return { charge, payment };
    }
    return undefined;
  }

  fault = (provider: Provider): Fault => this.#faults.get(provider) ?? "none";

  setFault(provider: Provider, fault: Fault): void {
    this.#faults.set(provider, fault);
  }

  /** Balcão's address, to which the webhooks go; null: none is registered. */
  get address(): string | null {
    return this.#addresses.get("balcao") ?? null;
  }

  set address(url: string) {
    this.#addresses.set("balcao", url.replace(/\/+$/, ""));
  }

  /** The address of the page on which a charge is paid, where the payer comes from. */
  pageOf(provider: Provider, id: string, origin: { returnUrl: string | null; requestUrl: string }): string {
    const base = URL.parse(origin.returnUrl ?? "")?.origin ?? this.address ?? new URL(origin.requestUrl).origin;
    return `${base}/sandbox/payments/${provider}/pay/${encodeURIComponent(id)}`;
  }
}
