import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { type Database, openSecretBox, schema } from "../../../db/index.ts";
import { generateVapidKeys, type VapidKeys } from "../../../outside/web-push/index.ts";

const { pushKeys } = schema;
const PURPOSE = "push keys";

/** Created at first use and kept: browsers are subscribed to this key. */
export async function loadPushKeys(database: Database, secret: string | Uint8Array): Promise<VapidKeys> {
  const box = openSecretBox(secret, PURPOSE);
  // An HMAC rather than a digest of the key, so that the table reveals nothing about the secret.
  const id = createHmac("sha256", secret).update(PURPOSE).digest("hex").slice(0, 16);
  const { platform } = database;
  const find = async () => (await platform.select().from(pushKeys).where(eq(pushKeys.id, id)))[0];
  let kept = await find();
  if (!kept) {
    const { publicKey, privateKey } = generateVapidKeys();
    const sealed = box.seal(Buffer.from(privateKey), id);
    await platform.insert(pushKeys).values({ id, publicKey, sealed }).onConflictDoNothing();
    kept = await find();
  }
  if (!kept) throw new Error("the push keys were neither made nor found");
  return { publicKey: kept.publicKey, privateKey: box.open(kept.sealed, id).toString() };
}
