import type postgres from "postgres";
import type { WhatsAppEmulator } from "../../connector/sandbox/index.ts";
import type { Database } from "../../db/index.ts";
import type { MetaConfig } from "../../domain/meta/index.ts";
import { askEmulator, linkPhone, type SeededDesk } from "../desk.ts";
import { openPhones, type Phones } from "../phones.ts";
import type { Fault } from "../schedule.ts";
import { type ChannelFacts, whatsappFacts } from "../world.ts";

/** When what was struck comes right by itself. */
export type FaultEnd = { afterMs: number; do(): unknown };

/** What a lane's customers are on: a number or a page, and the ways in which the line to it breaks. */
export type Line = {
  connectionId: string;
  phones: Phones;
  facts: ChannelFacts;
  webSocketUrl: string;
  meta: MetaConfig | null;
  /** Once a connector runs; `reach` is the desk's door. */
  link(reach: (request: Request) => Response | Promise<Response>): Promise<void>;
  /** Cuts every line that is open. */
  drop(): void;
  /** Null: that does not happen to such a line. */
  strike(fault: Fault): Promise<FaultEnd | undefined> | null;
  /** Ends what goes on being wrong. */
  calm(): Promise<void>;
  close(): void;
};

export type LinePlace = { desk: SeededDesk; name: string; database: Database; truth: postgres.Sql };
export type OpenLine = (place: LinePlace) => Promise<Line>;

/** A number on WhatsApp; the emulator is shared by all lanes. */
export const whatsappLine =
  (emulator: WhatsAppEmulator): OpenLine =>
  async ({ desk, name, truth }) => {
    const { connectionId } = desk;
    const account = emulator.createAccount({ name: `Loja ${name}` });
    const phones = openPhones(
      askEmulator(emulator, () => [{ ...desk, number: account.phone }]),
      connectionId,
    );
    const faults: { [K in Fault["kind"]]?: (fault: Extract<Fault, { kind: K }>) => Promise<FaultEnd | undefined> } = {
      async "line-dropped"() {
        await phones.fault({ drop: true });
        return undefined;
      },
      async "line-slow"({ delayMs, forMs }) {
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
      link: () => linkPhone(truth, connectionId, account),
      drop() {
        for (const socket of account.onlineCompanions) socket.drop();
      },
      strike: (fault) =>
        (faults[fault.kind] as ((fault: Fault) => Promise<FaultEnd | undefined>) | undefined)?.(fault) ?? null,
      async calm() {
        await phones.fault({ delayMs: 0, loseReceipts: false });
      },
      close() {},
    };
  };
