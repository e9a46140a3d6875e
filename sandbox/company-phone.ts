import type { PhoneDirectory } from "./phone-directory.ts";
import { SandboxError } from "./sandbox-error.ts";
import type { CompanyMessage, FaultChange } from "./wire.ts";

/** WhatsApp's error code for a message that it refuses. */
const DEFAULT_REFUSAL = "479";

/** Scans the QR code that the connection shows. */
export async function scanQr(phones: PhoneDirectory, connectionId: string) {
  const connection = await phones.requireConnection(connectionId);
  if (!connection.qrcode) throw new SandboxError("ERR_NO_QRCODE");
  const account = phones.accountOf(connection);
  const linkedBefore = [...account.companions.values()];
  try {
    await account.scanQr(connection.qrcode);
  } catch {
    throw new SandboxError("ERR_NO_QRCODE"); // The shown code has expired on the server.
  }
  for (const companion of linkedBefore) if (!companion.socket) account.unlink(companion.deviceId);
  return { number: account.phone };
}

/** Enters the pairing code that the connection shows. */
export async function enterCode(phones: PhoneDirectory, connectionId: string, code: string) {
  const account = await phones.requireAccount(connectionId);
  if (!phones.emulator.codePairings.has(account.phone)) throw new SandboxError("ERR_NO_QRCODE");
  await account.enterCode(code);
  return { number: account.phone };
}

/** Sends a message to a customer from the phone itself. */
export async function write(phones: PhoneDirectory, { connectionId, number, body }: CompanyMessage) {
  const account = await phones.requireLinkedAccount(connectionId);
  return { id: await account.write(phones.requireCustomer(number), { conversation: body }) };
}

/** Removes all linked devices, as the phone's owner does. */
export async function unlink(phones: PhoneDirectory, connectionId: string) {
  const account = await phones.requireAccount(connectionId);
  for (const deviceId of [...account.companions.keys()]) account.unlink(deviceId);
  return { number: account.phone };
}

export async function changeFaults(phones: PhoneDirectory, { connectionId, drop, ...change }: FaultChange) {
  const account = await phones.requireAccount(connectionId);
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
