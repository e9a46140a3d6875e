import { orderOf } from "../../../inbox/inbox-rows.ts";
import type { InboxReader } from "../../../inbox/inbox-worker.ts";
import { isGroup } from "../jids.ts";
import { inboxSealContext } from "../store/durable-inbox.ts";
import type { SecretBox } from "../store/secret-box.ts";
import { normalise, type OwnAccount } from "./normalise.ts";

type Parts = { box: SecretBox; self(): OwnAccount; groupName(jid: string): Promise<string> };

/** Creates the reader that decrypts and normalises inbox rows; it requests the names of groups. */
export function openInboxReader({ box, self, groupName }: Parts): InboxReader {
  return async (rows) => {
    const groups = new Set(rows.flatMap(({ attrs }) => (attrs.from && isGroup(attrs.from) ? [attrs.from] : [])));
    const names = new Map(await Promise.all([...groups].map(async (jid) => [jid, await groupName(jid)] as const)));
    return (row) => {
      const { connectionId, providerId, part, attrs, plaintext } = row;
      const message = box.open(plaintext, inboxSealContext(connectionId, providerId, part));
      const received = { connectionId, attrs, message, seq: orderOf(row) };
      return normalise(received, self(), (jid) => names.get(jid) ?? "");
    };
  };
}
