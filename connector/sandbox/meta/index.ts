import { Hono } from "hono";
import * as v from "valibot";
import { SandboxError } from "../sandbox-error.ts";
import type { Store } from "../store.ts";
import { graphApi } from "./graph-api.ts";
import { loginDialog } from "./login-dialog.ts";
import { MetaWorld } from "./meta-world.ts";
import { type SamplePerson, samplePeople } from "./people.ts";

export { META_APP_ID, META_APP_SECRET } from "./meta-world.ts";

const Revocation = v.object({ person: v.string(), subcode: v.optional(v.picklist([458, 460, 463, 467]), 458) });

/** A stand-in for Meta: its login, the Graph API behind it, and what its people may think better of. */
export function createMeta(store: Store, people: readonly SamplePerson[] = samplePeople) {
  const world = new MetaWorld(store, people);
  const app = new Hono();
  app.post("/revoke", async (c) => {
    const { success, output } = v.safeParse(Revocation, await c.req.json());
    if (!success) throw new SandboxError("ERR_VALIDATION");
    world.revoke(output.person, output.subcode);
    return c.json({});
  });
  app.get("/subscriptions", (c) => c.json(Object.fromEntries(world.subscriptions)));
  app.route("/", loginDialog(world));
  app.route("/", graphApi(world));
  return app;
}
