/** A desk's connection, as far as its phone needs to know it. */
export interface SandboxConnection {
  id: string;
  companyId: string;
  name: string;
  /** Empty before the first pairing. */
  number: string;
  status: string;
  /** The code on the desk's screen; empty when none is shown. */
  qrcode: string;
}

export interface ConnectionDirectory {
  listConnections(): Promise<SandboxConnection[]>;
}
