import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { tagColorOf } from "../../../contracts/desk/tags.ts";
import { givenAgent, givenCompany, givenTicket } from "../../../db/testing/given.ts";
import { acting, refusal } from "../../testing.ts";
import { ticketDocuments } from "../tickets/index.ts";
import { createTag, deleteTag, listTags, pageOfTags, replaceTags, requireTag, tagTicket, updateTag } from "./index.ts";

const tag = (name: string) => ({ name, isKanban: false });

test("everyone creates tags; an existing name returns the existing tag", async () => {
  const { ana, bia } = await givenCompany();
  const made = await acting(ana, (ctx) => createTag(ctx, tag("Orçamento")));
  expect(made).toMatchObject({ name: "Orçamento", color: tagColorOf("Orçamento"), isKanban: false });
  const again = await acting(bia, (ctx) => createTag(ctx, { ...tag("Orçamento"), id: randomUUID() }));
  expect(again.id).toBe(made.id);
});

test("only admins and supervisors change and delete tags and make them kanban columns", async () => {
  const { companyId, ana, admin } = await givenCompany();
  const supervisor = await givenAgent({ companyId, profile: "supervisor" });
  const made = await acting(ana, (ctx) => createTag(ctx, tag("Orçamento")));
  const attempts = [
    acting(ana, (ctx) => createTag(ctx, { name: "Coluna", isKanban: true })),
    acting(ana, (ctx) => updateTag(ctx, made.id, { name: "Outra" })),
    acting(ana, (ctx) => updateTag(ctx, made.id, { isKanban: true })),
    acting(ana, (ctx) => deleteTag(ctx, made.id)),
  ];
  for (const refused of await Promise.all(attempts.map(refusal)))
    expect(refused).toMatchObject({ code: "ERR_NO_PERMISSION" });
  const changed = await acting(supervisor, (ctx) => updateTag(ctx, made.id, { name: "Pedido", isKanban: true }));
  expect(changed).toMatchObject({ name: "Pedido", color: made.color, isKanban: true });
  const other = await acting(ana, (ctx) => createTag(ctx, tag("Urgente")));
  expect(await refusal(acting(admin, (ctx) => updateTag(ctx, other.id, { name: "Pedido" })))).toEqual({
    code: "ERR_TAG_NAME_TAKEN",
    details: { tagId: made.id },
  });
  await acting(admin, (ctx) => deleteTag(ctx, made.id));
  expect((await acting(ana, listTags)).map(({ name }) => name)).toEqual(["Urgente"]);
});

test("a ticket's tags are added, removed or replaced by users who may answer it", async () => {
  const { companyId, queue, ana, bia } = await givenCompany();
  const ticket = await givenTicket({ companyId, queueId: queue.id, status: "open", userId: ana.id });
  const make = async (name: string) => (await acting(ana, (ctx) => createTag(ctx, tag(name)))).id;
  const [um, dois, três] = [await make("Tag um"), await make("Tag dois"), await make("Tag três")];
  const tagsOf = async () => {
    const [document] = await acting(ana, (ctx) => ticketDocuments(ctx, [ticket.id]));
    return document?.tagIds.toSorted();
  };
  for (const _time of ["first", "again"])
    await acting(ana, (ctx) => tagTicket(ctx, ticket.id, { add: [um, dois], remove: [] }));
  expect(await tagsOf()).toEqual([um, dois].sort());
  await acting(ana, (ctx) => tagTicket(ctx, ticket.id, { add: [], remove: [um] }));
  await acting(ana, (ctx) => replaceTags(ctx, ticket.id, [um, três]));
  expect(await tagsOf()).toEqual([um, três].sort());
  expect((await acting(bia, (ctx) => pageOfTags(ctx, { search: "TRES" }))).tags).toMatchObject([
    { id: três, ticketsCount: 1 },
  ]);
  const colleague = { ...bia, queueIds: [queue.id] };
  expect(await refusal(acting(colleague, (ctx) => replaceTags(ctx, ticket.id, [])))).toMatchObject({
    code: "ERR_NO_PERMISSION",
  });
  const unseen = acting(bia, (ctx) => tagTicket(ctx, ticket.id, { add: [um], remove: [] }));
  expect(await refusal(unseen)).toMatchObject({ code: "ERR_NO_TICKET_FOUND" });
});

test("another company's tag is neither read, changed, deleted nor added to a ticket", async () => {
  const [own, other] = [await givenCompany(), await givenCompany()];
  const theirs = await acting(other.ana, (ctx) => createTag(ctx, tag("Orçamento")));
  const { companyId, queue, ana, admin } = own;
  const ticket = await givenTicket({ companyId, queueId: queue.id, status: "open", userId: ana.id });
  const attempts = [
    acting(admin, (ctx) => requireTag(ctx, theirs.id)),
    acting(admin, (ctx) => updateTag(ctx, theirs.id, { name: "Minha" })),
    acting(admin, (ctx) => deleteTag(ctx, theirs.id)),
    acting(ana, (ctx) => tagTicket(ctx, ticket.id, { add: [theirs.id], remove: [] })),
  ];
  for (const refused of await Promise.all(attempts.map(refusal)))
    expect(refused).toMatchObject({ code: "ERR_NO_TAG_FOUND" });
  expect(await acting(admin, (ctx) => pageOfTags(ctx, {}))).toEqual({ tags: [], hasMore: false });
});
