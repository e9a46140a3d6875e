import type postgres from "postgres";
import type { Database } from "../../../db/index.ts";
import type { MetaConfig } from "../../../outside/graph/index.ts";
import type { WhatsAppEmulator } from "../../../sandbox/index.ts";
import { linkPhone, openEmulatorClient, type SeededCompany } from "../desk.ts";
import { type ChannelFacts, whatsappFacts } from "../environment.ts";
import { openPhones, type Phones } from "../phones.ts";
import type { Fault } from "../schedule.ts";

/** The end of a fault that ends by itself. */
export type FaultEnd = { afterMs: number; do(): unknown };

/** The connection of a test system's customers, a number or a page, with the faults that it can have. */
export type FaultyChannel = {
  connectionId: string;
  phones: Phones;
  facts: ChannelFacts;
  webSocketUrl: string;
  meta: MetaConfig | null;
  /** Called when a connector runs; `reach` calls the api. */
  link(reach: (request: Request) => Response | Promise<Response>): Promise<void>;
  /** Closes every open socket. */
  drop(): void;
  /** Returns null for a fault that this connection cannot have. */
  injectFault(fault: Fault): Promise<FaultEnd | undefined> | null;
  /** Ends all continuing faults. */
  endFaults(): Promise<void>;
  close(): void;
};

export type ChannelParts = { desk: SeededCompany; name: string; database: Database; ownerSql: postgres.Sql };
export type OpenChannel = (parts: ChannelParts) => Promise<FaultyChannel>;

/** A number on WhatsApp; the emulator is shared by all test systems. */
export const whatsappChannel =
  (emulator: WhatsAppEmulator): OpenChannel =>
  async ({ desk, name, ownerSql }) => {
    const { connectionId } = desk;
    const account = emulator.createAccount({ name: `Loja ${name}` });
    const phones = openPhones(
      openEmulatorClient(emulator, () => [{ ...desk, number: account.phone }]),
      connectionId,
    );
    const faults: { [K in Fault["kind"]]?: (fault: Extract<Fault, { kind: K }>) => Promise<FaultEnd | undefined> } = {
      async "connection-dropped"() {
        await phones.fault({ drop: true });
        return undefined;
      },
      async "connection-slow"({ delayMs, forMs }) {
        await phones.fault({ delayMs });
        return { afterMs: forMs, do: () => phones.fault({ delayMs: 0 }) };
      },
      async "receipts-lost"({ forMs }) {
        await phones.fault({ loseReceipts: true });
        return { afterMs: forMs, do: () => phones.fault({ loseReceipts: false }) };
      },
    };
    return {
      ...{ connectionId, phones, facts: whatsappFacts, webSocketUrl: emulator.url, meta: null },
      link: () => linkPhone(ownerSql, desk, account),
      drop() {
        for (const socket of account.onlineCompanions) socket.drop();
      },
      injectFault: (fault) =>
        (faults[fault.kind] as ((fault: Fault) => Promise<FaultEnd | undefined>) | undefined)?.(fault) ?? null,
      async endFaults() {
        await phones.fault({ delayMs: 0, loseReceipts: false });
      },
      close() {},
    };
  };
