/** What a field of an answer is. `=x`: this very text. A `?` behind it: or null. */
export type FieldKind = "id" | "text" | "number" | "flag" | "iso" | "list" | "object" | "url" | "bit" | `=${string}`;
export type Fields = Record<string, FieldKind | `${FieldKind}?`>;

/** What a row may name as `{name}` in its path, query and body: rows of a desk made for that very call. */
export type ContractNames = {
  ticketId: string;
  pendingId: string;
  contactId: string;
  freeContactId: string;
  messageId: string;
  ownMessageId: string;
  tagId: string;
  noteId: string;
  queueId: string;
  supportId: string;
  whatsappId: string;
  userId: string;
  companyId: string;
  newNumber: string;
  number: string;
  nobody: string;
};

export type ContractRow = {
  /** As the interface lists it. */
  call: string;
  /** What is told of this row beside its call. */
  as?: string;
  query?: Record<string, string>;
  body?: unknown;
  /** A form: its texts, and files under `medias` or as `field` says. */
  form?: { texts: Record<string, string>; medias: string[]; field?: string };
  by?: "admin";
  status?: number;
  /** By their path in the answer; `[]` is each element, of which there is at least one. */
  answer: Fields;
};

const named = (path: string, ...names: string[]): Fields =>
  Object.fromEntries(names.map((name) => [`${path}.${name}`, name === "id" ? "id" : "text"]));

const ticket = (path: string): Fields => ({
  [`${path}id`]: "id",
  [`${path}uuid`]: "id",
  [`${path}number`]: "number",
  [`${path}status`]: "text",
  [`${path}unreadMessages`]: "number",
  [`${path}lastMessage`]: "text",
  [`${path}isGroup`]: "flag",
  [`${path}chatbot`]: "flag",
  [`${path}updatedAt`]: "iso",
  [`${path}createdAt`]: "iso",
  [`${path}userId`]: "id?",
  [`${path}user`]: "object?",
  [`${path}queueId`]: "id?",
  [`${path}queue`]: "object?",
  [`${path}whatsappId`]: "id",
  ...named(`${path}whatsapp`, "id", "name"),
  [`${path}contactId`]: "id",
  ...named(`${path}contact`, "id", "name", "number", "profilePicUrl"),
  [`${path}tags`]: "list",
});

const oneTicket: Fields = {
  ...ticket(""),
  channel: "text",
  "contact.email": "text",
  "contact.disableBot": "flag",
  "contact.extraInfo": "list",
  ...named("tags[]", "id", "name", "color"),
};

const message = (path: string): Fields => ({
  [`${path}id`]: "id",
  [`${path}fromMe`]: "flag",
  [`${path}body`]: "text",
  [`${path}createdAt`]: "iso",
  [`${path}ack`]: "number",
  [`${path}read`]: "flag",
  [`${path}isDeleted`]: "flag",
  [`${path}mediaType`]: "text",
  [`${path}mediaUrl`]: "url?",
  [`${path}quotedMsg`]: "object?",
  [`${path}contact`]: "object?",
  [`${path}queueId`]: "id?",
  [`${path}queue`]: "object?",
  [`${path}ticketId`]: "id",
});

const contact = (path: string): Fields => ({
  [`${path}id`]: "id",
  [`${path}name`]: "text",
  [`${path}number`]: "text",
  [`${path}email`]: "text",
  [`${path}profilePicUrl`]: "text",
  [`${path}active`]: "flag",
});
const oneContact: Fields = { ...contact(""), disableBot: "flag", extraInfo: "list" };
const contactForm = { email: "", extraInfo: [{ name: "Bairro", value: "Lourdes" }], disableBot: false };

const refused = (error: string): Fields => ({ error: `=${error}` });
const pages = { hasMore: "flag" } as const;

export const contractRows: ContractRow[] = [
  // tickets
  {
    call: "GET /tickets",
    query: { searchParam: "", pageNumber: "1", status: "open", showAll: "true", queueIds: '["{queueId}"]' },
    answer: { ...pages, ...ticket("tickets[].") },
  },
  {
    call: "GET /tickets",
    as: "with every other filter",
    query: {
      searchParam: "Helena",
      pageNumber: "1",
      tags: '["{tagId}"]',
      users: '["{userId}"]',
      withUnreadMessages: "true",
      date: "{today}",
      updatedAt: "{today}",
    },
    answer: { ...pages, ...ticket("tickets[].") },
  },
  { call: "GET /tickets/u/{ticketId}", answer: oneTicket },
  { call: "GET /tickets/u/{nobody}", status: 404, answer: refused("ERR_NO_TICKET_FOUND") },
  { call: "GET /tickets/{ticketId}", answer: oneTicket },
  {
    call: "POST /tickets",
    body: { contactId: "{freeContactId}", userId: "{userId}", status: "open", queueId: "{queueId}", whatsappId: null },
    answer: { ...ticket(""), status: "=open" },
  },
  {
    call: "POST /tickets",
    as: "for a contact that has one",
    body: { contactId: "{contactId}", userId: "{userId}", status: "open", queueId: "{queueId}" },
    status: 400,
    answer: refused("ERR_OTHER_OPEN_TICKET"),
  },
  { call: "PUT /tickets/{pendingId}", body: { status: "open", userId: "{userId}" }, answer: { status: "=open" } },
  { call: "PUT /tickets/{ticketId}", body: { status: "pending", userId: null }, answer: { status: "=pending" } },
  {
    call: "PUT /tickets/{ticketId}",
    as: "resolve",
    body: { status: "closed", userId: "{userId}", queueId: "{queueId}" },
    answer: { status: "=closed" },
  },
  {
    call: "PUT /tickets/{ticketId}",
    as: "transfer",
    body: { queueId: "{supportId}", status: "pending", userId: null },
    answer: { id: "id" },
  },
  { call: "DELETE /tickets/{ticketId}", by: "admin", answer: {} },
  { call: "DELETE /tickets/{ticketId}", as: "by an agent", status: 403, answer: refused("ERR_NO_PERMISSION") },
  {
    call: "GET /tickets/kanban",
    query: { queueIds: '["{queueId}"]', teste: "true" },
    answer: {
      "tickets[].id": "id",
      "tickets[].uuid": "id",
      "tickets[].lastMessage": "text",
      "tickets[].contact.name": "text",
      "tickets[].contact.number": "text",
      "tickets[].tags": "list",
    },
  },
  { call: "GET /tags/kanban", answer: { "lista[].id": "id", "lista[].name": "text", "lista[].color": "text" } },
  { call: "DELETE /ticket-tags/{ticketId}", answer: {} },
  { call: "PUT /ticket-tags/{ticketId}/{tagId}", status: 201, answer: {} },
  {
    call: "GET /tickets/{ticketId}/timeline",
    answer: {
      "events[].id": "id",
      "events[].type": "text",
      "events[].user": "object?",
      "events[].device": "text",
      "events[].at": "iso",
    },
  },
  // messages
  { call: "GET /messages/{ticketId}", query: { pageNumber: "1" }, answer: { ...pages, ...message("messages[].") } },
  { call: "GET /messages/{nobody}", status: 404, answer: refused("ERR_NO_TICKET_FOUND") },
  {
    call: "POST /messages/{ticketId}",
    body: { read: 1, fromMe: true, mediaUrl: "", body: "Bom dia!", quotedMsg: { id: "{messageId}", body: "x" } },
    answer: { ...message(""), "quotedMsg.id": "id", "quotedMsg.body": "text", "quotedMsg.fromMe": "flag" },
  },
  {
    call: "POST /messages/{ticketId}",
    as: "files",
    form: { texts: { fromMe: "true", body: "lista.txt" }, medias: ["lista.txt"] },
    answer: { ...message("messages[]."), "messages[].mediaUrl": "url" },
  },
  {
    call: "POST /messages/{ticketId}",
    as: "recorded",
    form: {
      texts: { fromMe: "true", body: "audio-record-site-1767225600000.mp3" },
      medias: ["audio-record-site-1767225600000.mp3"],
    },
    answer: { "messages[].mediaType": "=audio", "messages[].mediaUrl": "url" },
  },
  { call: "DELETE /messages/{ownMessageId}", answer: {} },
  { call: "DELETE /messages/{messageId}", status: 400, answer: refused("ERR_DELETE_WAPP_MSG") },
  {
    call: "GET /messages/{ticketId}/media",
    query: { pageNumber: "1" },
    answer: { ...pages, ...message("messages[]."), "messages[].mediaUrl": "url" },
  },
  {
    call: "GET /messages/{messageId}/versions",
    answer: { "versions[].id": "id", "versions[].body": "text", "versions[].cause": "text", "versions[].at": "iso" },
  },
  {
    call: "PUT /messages/{messageId}/reaction",
    body: { emoji: "👍" },
    answer: { id: "id", "reactions[].emoji": "text", "reactions[].fromMe": "flag" },
  },
  // contacts
  {
    call: "GET /contacts",
    query: { searchParam: "helena", pageNumber: "1", contactTag: "[]" },
    answer: { ...pages, ...contact("contacts[]."), "contacts[].tickets[].updatedAt": "iso" },
  },
  { call: "GET /contacts/{contactId}", answer: oneContact },
  { call: "GET /contacts/{nobody}", status: 404, answer: refused("ERR_NO_CONTACT_FOUND") },
  {
    call: "POST /contacts",
    body: { name: "Nina Prado", number: "{newNumber}", companyId: "{companyId}", ...contactForm },
    answer: { ...oneContact, "extraInfo[].id": "id", "extraInfo[].name": "text", "extraInfo[].value": "text" },
  },
  {
    call: "POST /contacts",
    as: "with a number that is there",
    body: { name: "Nina Prado", number: "{number}", ...contactForm },
    status: 400,
    answer: refused("ERR_DUPLICATED_CONTACT"),
  },
  { call: "PUT /contacts/{contactId}", body: { name: "Helena S.", ...contactForm }, answer: oneContact },
  { call: "DELETE /contacts/{freeContactId}", by: "admin", answer: {} },
  { call: "DELETE /contacts/{freeContactId}", as: "by an agent", status: 403, answer: refused("ERR_NO_PERMISSION") },
  { call: "PUT /contacts/block/{contactId}", body: { active: false }, answer: {} },
  { call: "PUT /contacts/toggleDisableBot/{contactId}", answer: { disableBot: "flag" } },
  {
    call: "GET /contacts/list",
    query: { companyId: "{companyId}" },
    answer: { "[].id": "id", "[].name": "text" },
  },
  {
    call: "POST /contacts/upload",
    form: { texts: {}, medias: ["clientes.xlsx"], field: "file" },
    status: 202,
    answer: { id: "id" },
  },
  {
    call: "POST /contacts/upload",
    as: "without a file",
    form: { texts: { file: "clientes.xlsx" }, medias: [] },
    status: 400,
    answer: refused("ERR_VALIDATION"),
  },
  { call: "POST /contacts/import", status: 202, answer: { id: "id?" } },
  { call: "POST /contacts/import/chats", status: 202, answer: { id: "id?" } },
  { call: "GET /contacts/imports/{nobody}", status: 404, answer: refused("ERR_NO_IMPORT_FOUND") },
  {
    call: "GET /contacts/{contactId}/tickets",
    query: { pageNumber: "1" },
    answer: { ...pages, ...ticket("tickets[].") },
  },
  // notes
  {
    call: "GET /ticket-notes/list",
    query: { ticketId: "{ticketId}", contactId: "{contactId}" },
    answer: { "[].id": "id", "[].note": "text", "[].user.name": "text", "[].createdAt": "iso" },
  },
  {
    call: "POST /ticket-notes",
    body: { note: "Prefere boleto", ticketId: "{ticketId}", contactId: "{contactId}" },
    answer: { id: "id", note: "text" },
  },
  {
    call: "POST /ticket-notes",
    as: "too short",
    body: { note: " a ", ticketId: "{ticketId}", contactId: "{contactId}" },
    status: 400,
    answer: { ...refused("ERR_VALIDATION"), "fields.note": "list" },
  },
  { call: "DELETE /ticket-notes/{noteId}", by: "admin", answer: {} },
  { call: "DELETE /ticket-notes/{noteId}", as: "another's", status: 403, answer: refused("ERR_NO_PERMISSION") },
  // tags
  { call: "GET /tags/list", answer: { "[].id": "id", "[].name": "text", "[].color": "text" } },
  {
    call: "GET /tags",
    query: { searchParam: "", pageNumber: "1" },
    answer: {
      ...pages,
      ...named("tags[]", "id", "name", "color"),
      "tags[].kanban": "bit",
      "tags[].ticketsCount": "number",
    },
  },
  { call: "GET /tags", as: "of a company", query: { companyId: "{companyId}" }, answer: { "tags[].id": "id" } },
  { call: "GET /tags/{tagId}", answer: { name: "text", color: "text", kanban: "bit" } },
  { call: "POST /tags", body: { name: "Etiqueta {nobody}" }, answer: { id: "id", name: "text", color: "text" } },
  { call: "POST /tags", as: "too short", body: { name: "ab" }, status: 400, answer: refused("ERR_VALIDATION") },
  {
    call: "PUT /tags/{tagId}",
    by: "admin",
    body: { name: "Nova {tagId}", color: "#1D7F52", kanban: 0 },
    answer: { name: "text", color: "=#1d7f52", kanban: "bit" },
  },
  {
    call: "PUT /tags/{tagId}",
    as: "by an agent",
    body: { name: "Minha" },
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
  { call: "DELETE /tags/{tagId}", by: "admin", answer: {} },
  { call: "POST /tags/sync", body: { ticketId: "{ticketId}", tags: [{ id: "{tagId}", name: "x" }] }, answer: {} },
];
