import type { PhoneLines } from "./phone-lines.ts";
import { SandboxError } from "./sandbox-error.ts";

/** WhatsApp's own code for a message it will not take. */
const DEFAULT_REFUSAL = "479";

export interface FaultChange {
  connectionId: string;
  /** Cut the connection now. */
  drop?: boolean;
  /** Error code; false to accept again. */
  refuseSends?: string | number | boolean | null;
  loseReceipts?: boolean;
  delayMs?: number;
  deliverTwice?: boolean;
  /** Turned away with that code, those that are there too; false to let them in again. */
  refuseLogins?: number | false;
  demandsPasskey?: boolean;
  /** Until then nobody who never wrote is written to; null: no longer. */
  restrictedUntil?: string | null;
}

export interface Words {
  connectionId: string;
  number: string;
  body: string;
}

/** The phone scans the QR code that the connection shows. */
export async function scanQr(lines: PhoneLines, connectionId: string) {
  const connection = await lines.requireConnection(connectionId);
  if (!connection.qrcode) throw new SandboxError("ERR_NO_QRCODE");
  const account = lines.accountOf(connection);
  const linkedBefore = [...account.companions.values()];
  try {
    await account.scanQr(connection.qrcode);
  } catch {
    throw new SandboxError("ERR_NO_QRCODE"); // what the desk shows has expired on the server
  }
  for (const companion of linkedBefore) if (!companion.socket) account.unlink(companion.deviceId);
  return { number: account.phone };
}

/** The phone's owner types the code that the connection shows. */
export async function enterCode(lines: PhoneLines, connectionId: string, code: string) {
  const account = await lines.requireAccount(connectionId);
  if (!lines.emulator.codePairings.has(account.phone)) throw new SandboxError("ERR_NO_QRCODE");
  await account.enterCode(code);
  return { number: account.phone };
}

/** Whoever holds the phone answers a customer on it. */
export async function write(lines: PhoneLines, { connectionId, number, body }: Words) {
  const account = await lines.requireLinkedAccount(connectionId);
  return { id: await account.write(lines.requireCustomer(number), { conversation: body }) };
}

/** The phone's owner removes the linked devices. */
export async function unlink(lines: PhoneLines, connectionId: string) {
  const account = await lines.requireAccount(connectionId);
  for (const deviceId of [...account.companions.keys()]) account.unlink(deviceId);
  return { number: account.phone };
}

export async function changeFaults(lines: PhoneLines, { connectionId, drop, ...change }: FaultChange) {
  const account = await lines.requireAccount(connectionId);
  const { faults, onlineCompanions, phone } = account;
  const { refuseSends, loseReceipts, delayMs, deliverTwice, refuseLogins, demandsPasskey, restrictedUntil } = change;
  if (refuseSends !== undefined) faults.refuseSends = refusalCode(refuseSends);
  if (loseReceipts !== undefined) faults.loseReceipts = loseReceipts;
  if (delayMs !== undefined) faults.delayMs = delayMs;
  if (deliverTwice !== undefined) faults.deliverTwice = deliverTwice;
  if (demandsPasskey !== undefined) faults.demandsPasskey = demandsPasskey;
  if (restrictedUntil !== undefined) account.restrictFirstContacts(restrictedUntil ? new Date(restrictedUntil) : null);
  if (refuseLogins !== undefined) faults.refuseLogins = refuseLogins || null;
  if (drop || refuseLogins) for (const socket of onlineCompanions) socket.drop();
  const isOnline = onlineCompanions.length > 0 && !drop && !refuseLogins;
  return { number: phone, isOnline, ...faults, refuseSends: faults.refuseSends ?? false };
}

function refusalCode(refuse: string | number | boolean | null): string | null {
  if (refuse === true) return DEFAULT_REFUSAL;
  return refuse ? String(refuse) : null;
}
