import {
  Curve,
  generateSignalPubKey,
  hmacSign,
  type KeyPair,
  proto,
  WA_ADV_ACCOUNT_SIG_PREFIX,
  WA_ADV_DEVICE_SIG_PREFIX,
} from "@whiskeysockets/baileys";
import { verifySignature } from "libsignal/src/curve.js";
import { nowSeconds } from "./socket/nodes.ts";

/** Signs the identity of a newly linked device as the phone does, sealed with the secret of the QR code. */
export function signNewDevice(account: KeyPair, device: Buffer, advSecret: string, keyIndex: number) {
  const { E2EE } = proto.ADVEncryptionType;
  const identity = { rawId: 1, timestamp: nowSeconds(), keyIndex, accountType: E2EE, deviceType: E2EE };
  const details = proto.ADVDeviceIdentity.encode(identity).finish();
  const accountSignature = Curve.sign(account.private, Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, device]));
  const signedFields = { details, accountSignatureKey: account.public, accountSignature };
  const signed = proto.ADVSignedDeviceIdentity.encode(signedFields).finish();
  const hmac = hmacSign(signed, Buffer.from(advSecret, "base64"));
  return { details, sealed: proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac }).finish() };
}

/**
 * Verifies the device's signature through libsignal, because Baileys' own Curve.verify ignores the boolean that
 * libsignal returns.
 */
export function verifyDeviceSignature(answer: Buffer, account: Uint8Array, device: Buffer, details: Uint8Array) {
  const { deviceSignature } = proto.ADVSignedDeviceIdentity.decode(answer);
  const signed = Buffer.concat([WA_ADV_DEVICE_SIG_PREFIX, details, device, account]);
  const key = Buffer.from(generateSignalPubKey(device));
  if (!deviceSignature || !verifySignature(key, signed, Buffer.from(deviceSignature))) {
    throw new Error("the linked device returned a bad signature");
  }
}
