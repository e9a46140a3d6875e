import { createHmac } from "node:crypto";
import { inArray } from "drizzle-orm";
import { type Database, listSecrets, openSecretBox, type Secret, type Secrets, schema } from "../../../db/index.ts";
import { generateVapidKeys, type VapidKeys } from "../../../outside/web-push/index.ts";

const { pushKeys } = schema;
const PURPOSE = "push keys";

/** An HMAC rather than a digest of the key, so that the table reveals nothing about the secret. */
const idOf = (secret: Secret) => createHmac("sha256", secret).update(PURPOSE).digest("hex").slice(0, 16);

/**
 * Created at first use and kept: browsers are subscribed to this key. One that a further secret sealed is kept with the
 * first secret too.
 */
export async function loadPushKeys(database: Database, secrets: Secret | Secrets): Promise<VapidKeys> {
  const { platform } = database;
  const places = listSecrets(secrets).map((secret) => ({ id: idOf(secret), box: openSecretBox(secret, PURPOSE) }));
  const [first] = places;
  if (!first) throw new Error("the push keys need a secret");
  const find = async () => {
    const ids = places.map(({ id }) => id);
    const rows = await platform.select().from(pushKeys).where(inArray(pushKeys.id, ids));
    for (const { id, box } of places) {
      const row = rows.find((one) => one.id === id);
      if (row) return { id, publicKey: row.publicKey, privateKey: box.open(row.sealed, id).toString() };
    }
    return null;
  };
  const keep = ({ publicKey, privateKey }: VapidKeys) =>
    platform
      .insert(pushKeys)
      .values({ id: first.id, publicKey, sealed: first.box.seal(Buffer.from(privateKey), first.id) })
      .onConflictDoNothing();
  let kept = await find();
  if (kept?.id !== first.id) {
    await keep(kept ?? generateVapidKeys());
    kept = await find();
  }
  if (!kept) throw new Error("the push keys were neither made nor found");
  return { publicKey: kept.publicKey, privateKey: kept.privateKey };
}
