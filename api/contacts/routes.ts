import { Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import { DomainError } from "../../contracts/domain-error.ts";
import { phoneHome } from "../../domain/account/settings/index.ts";
import { listMerges, mergeOnRequest, undoMerge } from "../../domain/desk/contact-merges/index.ts";
import {
  blockContact,
  contactDocuments,
  contactsToPick,
  contactToCsv,
  createContact,
  csvHead,
  deleteContact,
  type ExportedContact,
  exportContacts,
  listContacts,
  requireContact,
  toggleDisableBot,
  updateContact,
} from "../../domain/desk/contacts/index.ts";
import { tagsOfContacts } from "../../domain/desk/tags/index.ts";
import { ticketsOfContact } from "../../domain/desk/tickets/index.ts";
import type { Context } from "../../domain/ground/context.ts";
import { IdAnswer } from "../http/answer-values.ts";
import type { AppEnv } from "../http/app-env.ts";
import { csvAnswer } from "../http/csv-answer.ts";
import { bytes, describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { permitted } from "../session/index.ts";
import { ticketToWire } from "../tickets/wire.ts";
import {
  BlockedAnswer,
  BotAnswer,
  ContactAnswer,
  ContactPageAnswer,
  ContactTicketsAnswer,
  MergedContactAnswer,
  MergesAnswer,
  PickedContactsAnswer,
  UndoneMergeAnswer,
} from "./answers.ts";
import { consentRoutes } from "./consent-routes.ts";
import {
  BlockWire,
  ContactChangeWire,
  ContactQueryWire,
  contactRowToWire,
  contactToWire,
  ExportQueryWire,
  MergeWire,
  NewContactWire,
  Page,
} from "./wire.ts";

type Deps = { signedIn: MiddlewareHandler<AppEnv> };
const noContact = "ERR_NO_CONTACT_FOUND";

export function contactRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .route("/", readingRoutes(deps))
    .route("/", changingRoutes(deps))
    .route("/", mergeRoutes(deps))
    .route("/", consentRoutes(deps));
}

function readingRoutes({ signedIn }: Deps) {
  return new Hono<AppEnv>()
    .get(
      "/contacts",
      describe("contacts", "List the company's contacts by name (20 per page)", { 200: ContactPageAnswer }),
      signedIn,
      validated("query", ContactQueryWire),
      async (c) => {
        const { contacts, tags, ...page } = await c.var.read(async (ctx) => {
          const listed = await listContacts(ctx, c.req.valid("query"));
          const ids = listed.contacts.map(({ id }) => id);
          return { ...listed, tags: await tagsOfContacts(ctx, ids) };
        });
        return c.json({
          contacts: contacts.map((contact) => contactRowToWire(contact, tags.get(contact.id))),
          ...page,
        });
      },
    )
    .get(
      "/contacts/list",
      describe(
        "contacts",
        "List the first 1,000 contacts by name, for a picker; `searchParam` filters by name or number",
        { 200: PickedContactsAnswer },
      ),
      signedIn,
      validated("query", ContactQueryWire),
      async (c) => {
        return c.json(await c.var.read((ctx) => contactsToPick(ctx, c.req.valid("query"))));
      },
    )
    .get(
      "/contacts/export",
      describe(
        "contacts",
        "Export the contacts that match the filters as contatos.csv; `ids` selects single contacts",
        { 200: bytes("text/csv") },
      ),
      signedIn,
      validated("query", ExportQueryWire),
      async (c) => {
        const filter = c.req.valid("query");
        const { read } = c.var;
        const next = (last: ExportedContact | null) =>
          read((ctx) => exportContacts(ctx, filter, last), { isLong: true });
        const home = await read(phoneHome);
        const line = (row: ExportedContact) => contactToCsv(row, home);
        return csvAnswer(c, { name: "contatos.csv", head: csvHead, next, line });
      },
    )
    .get("/contacts/:id", describe("contacts", "Get a contact", { 200: ContactAnswer }), signedIn, async (c) => {
      const id = idOr(noContact, c.req.param("id"));
      return c.json(await c.var.read((ctx) => loadContact(ctx, id)));
    })
    .get(
      "/contacts/:id/tickets",
      describe("contacts", "List a contact's tickets that you may see, newest first (40 per page)", {
        200: ContactTicketsAnswer,
      }),
      signedIn,
      validated("query", v.object({ pageNumber: Page })),
      async (c) => {
        const id = idOr(noContact, c.req.param("id"));
        const { pageNumber } = c.req.valid("query");
        const { tickets, hasMore } = await c.var.read(async (ctx) => {
          const contact = await requireContact(ctx, id);
          return ticketsOfContact(ctx, contact.id, pageNumber);
        });
        return c.json({ tickets: tickets.map(ticketToWire), hasMore });
      },
    );
}

function changingRoutes({ signedIn }: Deps) {
  return new Hono<AppEnv>()
    .post(
      "/contacts",
      describe("contacts", "Create a contact", { 200: ContactAnswer }),
      signedIn,
      validated("json", NewContactWire),
      async (c) => {
        const made = await c.var.act(async (ctx) =>
          loadContact(ctx, (await createContact(ctx, c.req.valid("json"))).id),
        );
        return c.json(made);
      },
    )
    .put(
      "/contacts/block/:id",
      describe("contacts", "Block or unblock a contact", { 200: BlockedAnswer }),
      signedIn,
      validated("json", BlockWire),
      async (c) => {
        const id = idOr(noContact, c.req.param("id"));
        const { active } = c.req.valid("json");
        await c.var.act((ctx) => blockContact(ctx, id, active));
        return c.json({ id, active });
      },
    )
    .put(
      "/contacts/toggleDisableBot/:id",
      describe("contacts", "Turn the bot on or off for a contact", { 200: BotAnswer }),
      signedIn,
      async (c) => {
        const id = idOr(noContact, c.req.param("id"));
        const { disableBot } = await c.var.act((ctx) => toggleDisableBot(ctx, id));
        return c.json({ id, disableBot });
      },
    )
    .put(
      "/contacts/:id",
      describe("contacts", "Change a contact", { 200: ContactAnswer }),
      signedIn,
      validated("json", ContactChangeWire),
      async (c) => {
        const id = idOr(noContact, c.req.param("id"));
        const changed = await c.var.act(async (ctx) => {
          await updateContact(ctx, id, c.req.valid("json"));
          return loadContact(ctx, id);
        });
        return c.json(changed);
      },
    )
    .delete(
      "/contacts/:id",
      describe("contacts", "Delete a contact and its conversations", { 200: IdAnswer }),
      signedIn,
      async (c) => {
        const id = idOr(noContact, c.req.param("id"));
        await c.var.act((ctx) => deleteContact(ctx, id), { isLong: true });
        return c.json({ id });
      },
    );
}

function mergeRoutes({ signedIn }: Deps) {
  return new Hono<AppEnv>()
    .post(
      "/contacts/:id/merge",
      describe("contacts", "Merge two contacts; the name and number of the first are kept", {
        200: MergedContactAnswer,
      }),
      signedIn,
      permitted("mergeContacts"),
      validated("json", MergeWire),
      async (c) => {
        const id = idOr(noContact, c.req.param("id"));
        const other = c.req.valid("json").contactId;
        const merged = await c.var.act(async (ctx) => {
          const { contactId, mergeId } = await mergeOnRequest(ctx, id, other);
          return { ...(await loadContact(ctx, contactId)), mergeId };
        });
        return c.json(merged);
      },
    )
    .get(
      "/contacts/:id/merges",
      describe("contacts", "List the contacts merged into this contact, newest merge first", { 200: MergesAnswer }),
      signedIn,
      async (c) => {
        const id = idOr(noContact, c.req.param("id"));
        return c.json({ merges: await c.var.read((ctx) => listMerges(ctx, id)) });
      },
    )
    .delete(
      "/contacts/merges/:mergeId",
      describe("contacts", "Undo a merge: moved records return to the other contact, later records stay", {
        200: UndoneMergeAnswer,
      }),
      signedIn,
      async (c) => {
        const mergeId = idOr("ERR_NO_MERGE_FOUND", c.req.param("mergeId"));
        const { keptId, goneId } = await c.var.act((ctx) => undoMerge(ctx, mergeId));
        return c.json({ contactIds: [keptId, goneId] });
      },
    );
}

/** Loads the contact, or the contact that it was merged into. */
async function loadContact(ctx: Context, id: string) {
  const { id: presentId } = await requireContact(ctx, id);
  const [contact] = await contactDocuments(ctx, [presentId]);
  if (!contact) throw new DomainError(noContact, { id });
  return contactToWire(contact);
}
