import { ALL_WA_PATCH_NAMES, type BinaryNode, type WASocket } from "@whiskeysockets/baileys";

const known: ReadonlySet<string> = new Set(ALL_WA_PATCH_NAMES);

/**
 * Removes unknown collections from the server's sync notifications. The library would request an unknown collection
 * again and again without end, and process nothing else meanwhile. Must be called before other code replaces the
 * library's listeners.
 */
export function passOnKnownCollections(sock: WASocket): void {
  sock.ws.prependListener("CB:notification", (node: BinaryNode) => {
    if (node.attrs.type !== "server_sync" || !Array.isArray(node.content)) return;
    node.content = node.content.filter(({ tag, attrs }) => tag !== "collection" || known.has(attrs.name ?? ""));
  });
}
