import * as v from "valibot";
import { ContactChange, NewContact } from "../desk/contacts.ts";
import { Id } from "../id.ts";
import { type CommandRow, payloads } from "./row.ts";

export const contactPayloads = payloads(() => ({
  "contact.create": v.omit(NewContact, ["id"]),
  /**
   * `baseRev`: the revision that the user edited; with a newer revision on the server, the user decides the conflict.
   */
  "contact.update": v.object({ contactId: Id, change: ContactChange, baseRev: v.number() }),
}));

type Payload<T extends keyof typeof contactPayloads> = v.InferInput<(typeof contactPayloads)[T]>;

export const contactCommands = {
  "contact.create": { creates: "subject", shownIn: ["contacts"] } satisfies CommandRow<Payload<"contact.create">>,
  "contact.update": { subject: ({ contactId }) => contactId, shownIn: ["contacts"] } satisfies CommandRow<
    Payload<"contact.update">
  >,
};
