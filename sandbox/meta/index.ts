import { Hono } from "hono";
import * as v from "valibot";
import { SandboxError } from "../sandbox-error.ts";
import type { Store } from "../store.ts";
import { MetaChats } from "./chats.ts";
import { EventSender } from "./event-sender.ts";
import { graphApi } from "./graph-api.ts";
import { loginDialog } from "./login-dialog.ts";
import { noFaults } from "./messages-api.ts";
import { MetaState } from "./meta-state.ts";
import { type SamplePerson, samplePeople } from "./people.ts";
import { PagePhones } from "./phones.ts";

export { signatureOf } from "./event-sender.ts";
export { META_APP_ID, META_APP_SECRET, META_VERIFY_TOKEN } from "./meta-state.ts";

const Revocation = v.object({ person: v.string(), subcode: v.optional(v.picklist([458, 460, 463, 467]), 458) });
const Webhook = v.object({ url: v.pipe(v.string(), v.url()), verifyToken: v.string() });

/** Creates the stand-in for Meta: its login, the Graph API, the webhook events, and the actions of its people. */
export function createMeta(store: Store, people: readonly SamplePerson[] = samplePeople, onChange = () => {}) {
  const metaState = new MetaState(store, people);
  const chats = new MetaChats(store, metaState);
  const events = new EventSender(store);
  const phones = new PagePhones(chats, events, onChange);
  const faults = noFaults();
  const app = new Hono();
  app.post("/revoke", async (c) => {
    const { success, output } = v.safeParse(Revocation, await c.req.json());
    if (!success) throw new SandboxError("ERR_VALIDATION");
    metaState.revoke(output.person, output.subcode);
    return c.json({});
  });
  app.post("/webhook", async (c) => {
    const { success, output } = v.safeParse(Webhook, await c.req.json());
    if (!success) throw new SandboxError("ERR_VALIDATION");
    await events.subscribe(output.url, output.verifyToken);
    return c.json({});
  });
  app.get("/subscriptions", (c) => c.json(Object.fromEntries(metaState.subscriptions)));
  app.get("/files/:id/:name?", (c) => {
    const file = chats.files.get(c.req.param("id"));
    if (!file) throw new SandboxError("ERR_NO_FILE_FOUND");
    const headers = { "content-type": file.mimetype, "x-content-type-options": "nosniff" };
    return c.body(new Uint8Array(file.bytes), 200, headers);
  });
  app.route("/", loginDialog(metaState));
  app.route("/", graphApi({ metaState, chats, phones, faults }));
  return { app, metaState, chats, events, phones, faults };
}
