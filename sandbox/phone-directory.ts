import { createHash } from "node:crypto";
import type { Account } from "./account.ts";
import type { ConnectionDirectory, SandboxConnection } from "./connections.ts";
import type { Contact } from "./contact.ts";
import { isOnWhatsApp, type WhatsAppEmulator } from "./emulator.ts";
import { SandboxError } from "./sandbox-error.ts";
import type { ListedConnection } from "./wire.ts";

/** Assigns the phones: one for each connection of Balcão and one for each customer. */
export class PhoneDirectory {
  readonly emulator: WhatsAppEmulator;
  readonly #directory: ConnectionDirectory;

  constructor(emulator: WhatsAppEmulator, directory: ConnectionDirectory) {
    this.emulator = emulator;
    this.#directory = directory;
  }

  async listConnections(): Promise<ListedConnection[]> {
    const all = await this.#directory.listConnections();
    return all.map(({ id, companyId, name, number, status }) => ({ id, companyId, name, number, status }));
  }

  async requireConnection(id: string): Promise<SandboxConnection> {
    const all = await this.#directory.listConnections();
    const found = all.find((connection) => connection.id === id);
    if (!found) throw new SandboxError("ERR_NO_WAPP_FOUND");
    return found;
  }

  /** Returns the connection's phone and creates it at first use. */
  async requireAccount(connectionId: string): Promise<Account> {
    return this.accountOf(await this.requireConnection(connectionId));
  }

  async requireLinkedAccount(connectionId: string): Promise<Account> {
    const account = await this.requireAccount(connectionId);
    if (account.companions.size === 0) throw new SandboxError("ERR_WAPP_NOT_INITIALIZED");
    return account;
  }

  accountOf({ id, name, number }: SandboxConnection): Account {
    return this.emulator.createAccount({ phone: this.#numberOf(id, number), name });
  }

  requireCustomer(number: string): Contact {
    const contact = this.emulator.accounts.has(number) ? undefined : this.emulator.contact(number);
    if (!contact) throw new SandboxError("ERR_WAPP_INVALID_CONTACT");
    return contact;
  }

  /** Returns the number that the connection came with, or one derived from its id; it never changes. */
  #numberOf(connectionId: string, number: string): string {
    const numbers = this.emulator.store.map<string>("numbersByConnection");
    const chosen = numbers.get(connectionId) ?? (isOnWhatsApp(number) ? number : mobileNumberFor(connectionId));
    if (!numbers.has(connectionId)) numbers.set(connectionId, chosen);
    return chosen;
  }
}

/** Returns a mobile number of Belo Horizonte. The last digit is never 0, so that it is on WhatsApp. */
function mobileNumberFor(connectionId: string): string {
  const digest = createHash("sha256").update(`number ${connectionId}`).digest();
  const head = String(digest.readUInt32BE(0) % 10 ** 7).padStart(7, "0");
  return `55319${head}${1 + (digest.readUInt8(4) % 9)}`;
}
