/** A connection of Balcão, with the fields that its emulated phone needs. */
export interface SandboxConnection {
  id: string;
  companyId: string;
  name: string;
  /** Empty before the first pairing. */
  number: string;
  status: string;
  /** The QR code that Balcão shows; empty when none is shown. */
  qrcode: string;
}

export interface ConnectionDirectory {
  listConnections(): Promise<SandboxConnection[]>;
}
