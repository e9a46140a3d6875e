import type { WASocket } from "@whiskeysockets/baileys";
import type { ChannelEvents } from "../../channel.ts";

export type PairingParts = {
  /** The number of the phone to link by a pairing code; '' means by QR code. */
  number: string;
  /** How many times the QR codes are renewed. */
  rounds: number;
  onStatus: ChannelEvents["onStatus"];
};

/** Shows codes to link a phone with, until one is linked or the last round has expired. */
export class Pairing {
  readonly #parts: PairingParts;
  #round = 1;

  constructor(parts: PairingParts) {
    this.#parts = parts;
  }

  /** Returns false when there is no round left. */
  startRound(): boolean {
    this.#round += 1;
    return this.#round <= this.#parts.rounds;
  }

  /**
   * Shows the QR code, or requests one pairing code per socket: the QR codes that the library goes on emitting are
   * ignored.
   */
  async offer(sock: WASocket, qrcode: string, isCurrent: () => boolean): Promise<void> {
    const { number, onStatus } = this.#parts;
    const retries = this.#round - 1;
    if (!number) return onStatus({ status: "qrcode", qrcode, reason: null, retries });
    if (sock.authState.creds.pairingCode) return;
    const pairingCode = await sock.requestPairingCode(number);
    if (isCurrent()) await onStatus({ status: "qrcode", qrcode: "", pairingCode, reason: null, retries });
  }
}
