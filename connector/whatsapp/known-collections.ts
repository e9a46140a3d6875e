import { ALL_WA_PATCH_NAMES, type BinaryNode, type WASocket } from "@whiskeysockets/baileys";

const known: ReadonlySet<string> = new Set(ALL_WA_PATCH_NAMES);

/**
 * Told of news in a collection that it does not know, the library asks the server for it again and again, without end,
 * and hears nothing else meanwhile. To be called before anybody takes its listeners over.
 */
export function passOnKnownCollections(sock: WASocket): void {
  sock.ws.prependListener("CB:notification", (node: BinaryNode) => {
    if (node.attrs.type !== "server_sync" || !Array.isArray(node.content)) return;
    node.content = node.content.filter(({ tag, attrs }) => tag !== "collection" || known.has(attrs.name ?? ""));
  });
}
