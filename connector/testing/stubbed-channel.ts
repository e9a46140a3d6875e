import { proto } from "@whiskeysockets/baileys";
import type { Logger } from "pino";
import { type Database, openSequencer } from "../../db/index.ts";
import { openInboxReader } from "../channels/whatsapp/reading/read-inbox.ts";
import { inboxSealContext } from "../channels/whatsapp/store/durable-inbox.ts";
import { FencedStore } from "../channels/whatsapp/store/fenced-store.ts";
import { openSecretBox } from "../channels/whatsapp/store/secret-box.ts";
import { openCompanyTransactions } from "../company-transactions.ts";
import { InboxWorker } from "../inbox/inbox-worker.ts";
import { StoredRows } from "../inbox/stored-rows.ts";
import type { Lease } from "../ownership/lease.ts";

type StubbedMessage = { from: string; body: string; id: string; isUnreadable?: boolean };

const box = openSecretBox("a secret key for the bench, long enough only");

/**
 * Opens a connection without a socket: `receive` takes decrypted messages, which are then processed as usual.
 * Connections of one process share their `transactions`, as in a connector.
 */
export function openStubbedChannel(
  database: Database,
  lease: Lease,
  logger: Logger,
  transactions = openCompanyTransactions(database, openSequencer(database), logger),
) {
  const { connectionId } = lease;
  const stored = new StoredRows(lease);
  const read = openInboxReader({
    box,
    self: () => ({ id: "5531000000000@s.whatsapp.net" }),
    groupName: async () => "",
  });
  const taken = new Set<string>();
  const worker = new InboxWorker({
    transactions,
    lease,
    logger,
    stored,
    async read(rows) {
      const reader = await read(rows);
      for (const { providerId } of rows) taken.add(providerId);
      return reader;
    },
    onMedia: () => {},
  });
  const store = new FencedStore(database, lease, { stored });
  let seq = 0;
  return {
    /**
     * Resolves when the message is stored, which is when the channel would get the acknowledgement. An unreadable one
     * fails when it is processed.
     */
    async receive({ from, body, id, isUnreadable = false }: StubbedMessage): Promise<void> {
      const plaintext = proto.Message.encode({ conversation: body }).finish();
      const attrs = {
        id,
        from: `${from}@s.whatsapp.net`,
        t: String(Math.floor(Date.now() / 1000)),
        notify: `Cliente ${from}`,
      };
      const sealed = box.seal(Buffer.from(plaintext), inboxSealContext(connectionId, isUnreadable ? "other" : id, 0));
      store.append({ providerId: id, part: 0, seq: ++seq, attrs, plaintext: sealed });
      await store.flush();
    },
    /** How many messages' processing has begun so far. */
    taken: () => taken.size,
    /** Looks for pending rows, as a connector does that takes over the connection. */
    wake: () => worker.wake(),
    stop: () => worker.stop(),
  };
}
