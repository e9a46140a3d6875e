import type { ContractRow, Fields } from "./contract-rows.ts";

const list = (path: string): Fields => ({
  [`${path}id`]: "id",
  [`${path}name`]: "text",
  [`${path}contactsCount`]: "number",
  [`${path}createdAt`]: "iso",
  [`${path}updatedAt`]: "iso",
});
const item = (path: string): Fields => ({
  [`${path}id`]: "id",
  [`${path}contactListId`]: "id",
  ...Object.fromEntries(["name", "number", "email"].map((name) => [`${path}${name}`, "text"])),
  [`${path}isWhatsappValid`]: "flag?",
  [`${path}optedOutAt`]: "iso?",
});
const refused = (code: string): Fields => ({ code: `=${code}` });

const by = "admin";
const query = { searchParam: "", pageNumber: "1" };
/** As the clients of this interface send it, with fields that decide nothing. */
const person = { name: "Nina Prado", number: "{newNumber}", email: "", companyId: "{companyId}" };

/** Groups *contactlists* of the interface. */
export const contactListRows: ContractRow[] = [
  { call: "GET /contact-lists/", by, query, answer: { ...list("records[]."), hasMore: "flag" } },
  { call: "GET /contact-lists/", as: "by an agent", query, status: 403, answer: refused("ERR_NO_PERMISSION") },
  {
    call: "GET /contact-lists/",
    as: "page zero",
    by,
    query: { pageNumber: "0" },
    status: 400,
    answer: { ...refused("ERR_VALIDATION"), "fields.pageNumber": "list" },
  },
  { call: "GET /contact-lists/list", by, query: { companyId: "{companyId}" }, answer: list("[].") },
  { call: "GET /contact-lists/{listId}", by, answer: list("") },
  { call: "GET /contact-lists/{nobody}", by, status: 404, answer: refused("ERR_NO_CONTACT_LIST_FOUND") },
  { call: "GET /contact-lists/1", by, status: 404, answer: refused("ERR_NO_CONTACT_LIST_FOUND") },
  {
    call: "POST /contact-lists",
    by,
    body: { name: "Clientes", companyId: "{companyId}" },
    answer: { ...list(""), name: "=Clientes" },
  },
  {
    call: "POST /contact-lists",
    as: "with a name of one letter",
    by,
    body: { name: " a " },
    status: 400,
    answer: { ...refused("ERR_VALIDATION"), "fields.name": "list" },
  },
  {
    call: "PUT /contact-lists/{listId}",
    by,
    body: { id: "{listId}", name: "VIP", companyId: "{companyId}" },
    answer: { ...list(""), name: "=VIP" },
  },
  { call: "DELETE /contact-lists/{listId}", by, answer: { id: "id" } },
  { call: "DELETE /contact-lists/{listId}", as: "by an agent", status: 403, answer: refused("ERR_NO_PERMISSION") },
  {
    call: "GET /contact-lists/{listId}/summary",
    by,
    answer: {
      ...Object.fromEntries(["total", "valid", "invalid", "optedOut", "checking"].map((name) => [name, "number"])),
      usedBy: "object?",
      latestImport: "object?",
    },
  },
  {
    call: "POST /contact-lists/{listId}/upload",
    by,
    form: { texts: {}, file: "lista.xlsx" },
    status: 202,
    answer: { id: "id" },
  },
  {
    call: "POST /contact-lists/{listId}/upload",
    as: "without a file",
    by,
    form: { texts: {} },
    status: 400,
    answer: refused("ERR_VALIDATION"),
  },
  {
    call: "POST /contact-lists/{nobody}/upload",
    by,
    form: { texts: {}, file: "lista.xlsx" },
    status: 404,
    answer: refused("ERR_NO_CONTACT_LIST_FOUND"),
  },
  {
    call: "POST /contact-lists/{listId}/contacts",
    by,
    body: { kind: "contacts", contactIds: ["{contactId}"] },
    answer: { added: "number", known: "number" },
  },
  {
    call: "POST /contact-lists/{listId}/contacts",
    as: "of an unknown tag",
    by,
    body: { kind: "tag", tagId: "{nobody}" },
    status: 404,
    answer: refused("ERR_NO_TAG_FOUND"),
  },
  { call: "POST /contact-lists/{listId}/check", by, body: {}, answer: { queued: "number" } },
  {
    call: "POST /contact-lists/{listId}/check",
    by,
    as: "one",
    body: { itemIds: ["{listItemId}"] },
    answer: { queued: "number" },
  },
  {
    call: "GET /contact-list-items",
    by,
    query: { ...query, contactListId: "{listId}" },
    answer: { ...item("contacts[]."), hasMore: "flag" },
  },
  {
    call: "GET /contact-list-items",
    as: "of no list",
    by,
    query,
    status: 400,
    answer: { ...refused("ERR_VALIDATION"), "fields.contactListId": "list" },
  },
  {
    call: "GET /contact-list-items",
    as: "of an unknown list",
    by,
    query: { ...query, contactListId: "{nobody}" },
    status: 404,
    answer: refused("ERR_NO_CONTACT_LIST_FOUND"),
  },
  { call: "GET /contact-list-items/{listItemId}", by, answer: item("") },
  { call: "GET /contact-list-items/{nobody}", by, status: 404, answer: refused("ERR_NO_CONTACT_LIST_ITEM_FOUND") },
  {
    call: "POST /contact-list-items",
    by,
    body: { ...person, contactListId: "{listId}" },
    answer: { ...item(""), name: "=Nina Prado", contactListId: "={listId}" },
  },
  {
    call: "POST /contact-list-items",
    as: "with a number that is there",
    by,
    body: { ...person, number: "{listNumber}", contactListId: "{listId}" },
    status: 400,
    answer: refused("ERR_DUPLICATED_LIST_ITEM"),
  },
  {
    call: "POST /contact-list-items",
    as: "with an invalid e-mail",
    by,
    body: { ...person, email: "sem arroba", contactListId: "{listId}" },
    status: 400,
    answer: { ...refused("ERR_VALIDATION"), "fields.email": "list" },
  },
  {
    call: "PUT /contact-list-items/{listItemId}",
    by,
    body: { ...person, id: "{listItemId}", contactListId: "{nobody}", isWhatsappValid: true },
    answer: { ...item(""), contactListId: "={listId}", number: "={newNumber}" },
  },
  { call: "DELETE /contact-list-items/{listItemId}", by, answer: { id: "id" } },
  {
    call: "DELETE /contact-list-items/{listItemId}",
    as: "by an agent",
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
  { call: "POST /contact-list-items/delete", by, body: { ids: ["{listItemId}"] }, answer: { deleted: "number" } },
];
