import type { BinaryNode } from "@whiskeysockets/baileys";

export type { BinaryNode };

export const SERVER = "s.whatsapp.net";

type Attribute = string | number | boolean | null | undefined;

/** Builds a node; absent attributes are dropped and the others become strings, as the protocol requires. */
export function el(tag: string, attrs: Record<string, Attribute> = {}, content?: BinaryNode["content"]): BinaryNode {
  const present: Record<string, string> = {};
  for (const [name, value] of Object.entries(attrs)) {
    if (value !== undefined && value !== null) present[name] = String(value);
  }
  return { tag, attrs: present, content };
}

export function childNodes(node: BinaryNode | undefined, tag?: string): BinaryNode[] {
  if (!Array.isArray(node?.content)) return [];
  return tag ? node.content.filter((child) => child.tag === tag) : node.content;
}

export const childNode = (node: BinaryNode | undefined, tag: string) => childNodes(node, tag)[0];

export function attr(node: BinaryNode, name: string): string {
  const value = node.attrs[name];
  if (value === undefined) throw new Error(`<${node.tag}> has no attribute ${name}`);
  return value;
}

export function bytesOf(node: BinaryNode | undefined): Buffer {
  if (!(node?.content instanceof Uint8Array)) throw new Error(`<${node?.tag ?? "a missing node"}> has no bytes`);
  return Buffer.from(node.content);
}

/** Returns the text of a node. The client's dictionary decides whether it travels as a string or as bytes. */
export const textOf = (node: BinaryNode) =>
  typeof node.content === "string" ? node.content : bytesOf(node).toString();

export function bigEndian(value: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntBE(value, 0, size);
  return bytes;
}

export const readBigEndian = (bytes: Buffer) => bytes.readUIntBE(0, bytes.length);

/** Splits "5511@s.whatsapp.net", "5511:3@lid" or "5511_1:3@lid" into its parts. */
export function splitJid(jid: string) {
  const [left = "", server = ""] = jid.split("@");
  const [user = "", device = "0"] = left.split(":");
  return { user: user.split("_")[0] ?? "", device: Number(device), server };
}

export const joinJid = (user: string, server: string, device = 0) => `${user}${device ? `:${device}` : ""}@${server}`;

export const nowSeconds = () => Math.floor(Date.now() / 1000);
