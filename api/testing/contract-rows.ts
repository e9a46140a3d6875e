import { type ErrorCode, isSpecified } from "../../contracts/errors.ts";
import { usualHours } from "../../contracts/hours.ts";
import { aiContractRows } from "./ai-contract-rows.ts";
import { billingContractRows } from "./billing-contract-rows.ts";
import { campaignContractRows } from "./campaign-contract-rows.ts";
import { chatContractRows } from "./chat-contract-rows.ts";
import { contactListRows } from "./contact-list-rows.ts";
import { mailContractRows } from "./mail-contract-rows.ts";
import { platformContractRows } from "./platform-contract-rows.ts";

/** Type of a field in an answer. `=x`: exactly this text. A trailing `?`: or null. */
export type FieldKind = "id" | "text" | "number" | "flag" | "iso" | "list" | "object" | "url" | "bit" | `=${string}`;
export type Fields = Record<string, FieldKind | `${FieldKind}?`>;

/** Names that a row may use as `{name}` in its path, query and body: rows created for that call. */
export type ContractNames = {
  ticketId: string;
  pendingId: string;
  contactId: string;
  freeContactId: string;
  mergedContactId: string;
  mergeId: string;
  misreadContactId: string;
  numberFixId: string;
  messageId: string;
  ownMessageId: string;
  tagId: string;
  noteId: string;
  quickId: string;
  generalQuickId: string;
  scheduleId: string;
  othersScheduleId: string;
  tomorrow: string;
  queueId: string;
  supportId: string;
  whatsappId: string;
  freeConnectionId: string;
  /** The connection's token. */
  token: string;
  userId: string;
  freeUserId: string;
  freeSessionId: string;
  freeQueueId: string;
  freeColor: string;
  optionId: string;
  newEmail: string;
  companyId: string;
  /** Another company, one that is deleted, a plan that a company has, and a help video; for the calls of super users. */
  otherCompanyId: string;
  deletedCompanyId: string;
  usedPlanId: string;
  helpId: string;
  inactiveAnnouncementId: string;
  /** A public plan. */
  planId: string;
  newNumber: string;
  number: string;
  listId: string;
  listItemId: string;
  listNumber: string;
  /** Two open invoices and a paid one. */
  invoiceId: string;
  secondInvoiceId: string;
  paidInvoiceId: string;
  /** An unmatched payment event, and one that paid an invoice. */
  paymentEventId: string;
  doneEventId: string;
  nobody: string;
  /** Internal chats of the admin: one with the agent, one without. */
  chatId: string;
  othersChatId: string;
  facebookUserId: string;
  facebookUserToken: string;
  campaignListId: string;
  /** An inactive campaign that can be started. */
  campaignId: string;
  plannedCampaignId: string;
  runningCampaignId: string;
  cancelledCampaignId: string;
  /** Mails of the agent: waiting, scheduled, failed and unknown. */
  mailId: string;
  scheduledMailId: string;
  failedMailId: string;
  unknownMailId: string;
};

export type ContractRow = {
  /** The call as the interface lists it. */
  call: string;
  /** Remark shown beside the call in the test's name. */
  as?: string;
  query?: Record<string, string>;
  body?: unknown;
  /** A multipart form: its texts, and its files under `medias` or as the single `file`. */
  form?: { texts: Record<string, string>; medias?: string[]; file?: string };
  by?: "admin" | "super";
  /** Prepares the company for this call, after the rows of `ContractNames` were created. */
  before?: (names: ContractNames) => Promise<void>;
  /** Bearer used in place of the user's; empty: no session at all. */
  token?: string;
  status?: number;
  /** Fields by their path in the answer; `[]` stands for each element, of which there is at least one. */
  answer: Fields;
};

/** A connection in a list; a single connection also has its texts and queues. */
const connection = (path: string): Fields => ({
  [`${path}id`]: "id",
  ...Object.fromEntries(["name", "channel", "status", "number", "qrcode"].map((name) => [`${path}${name}`, "text"])),
  [`${path}isDefault`]: "flag",
  [`${path}retries`]: "number",
  [`${path}updatedAt`]: "iso",
});
const oneConnection: Fields = {
  ...connection(""),
  ...Object.fromEntries(
    [
      "greetingMessage",
      "complationMessage",
      "outOfHoursMessage",
      "ratingMessage",
      "token",
      "provider",
      "timeSendQueue",
    ].map((name) => [name, "text"]),
  ),
  sendIdQueue: "number",
  historyDays: "number",
  queues: "list",
  hasToken: "flag",
};
const linkedConnection = Object.fromEntries(
  Object.entries(connection("[].")).map(([path, kind]) => [`connections${path}`, kind]),
);
const connectionForm = {
  greetingMessage: "Olá!",
  complationMessage: "",
  outOfHoursMessage: "",
  ratingMessage: "",
  isDefault: false,
  token: "",
  provider: "beta",
  timeSendQueue: "0",
  sendIdQueue: "",
  queueIds: ["{queueId}", "{supportId}"],
};

/** A sign-up as clients post it: with a status, a due date and a switch, which the server decides itself. */
const signUp = {
  name: "Olaria {nobody}",
  email: "{newEmail}",
  phone: "31955550148",
  password: "Segredo da jarra 7",
  planId: "{planId}",
  recurrence: "MENSAL",
  dueDate: "2099-01-01T00:00:00-03:00",
  status: "t",
  campaignsEnabled: false,
};

const named = (path: string, ...names: string[]): Fields =>
  Object.fromEntries(names.map((name) => [path ? `${path}.${name}` : name, name === "id" ? "id" : "text"]));

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
const oneContact: Fields = {
  ...contact(""),
  disableBot: "flag",
  extraInfo: "list",
  optedOutAt: "iso?",
  hasNoWhatsapp: "flag",
};
const contactForm = { email: "", extraInfo: [{ name: "Bairro", value: "Lourdes" }], disableBot: false };

const consent: Fields = {
  optedOutAt: "iso?",
  ...named("entries[]", "id", "state", "source", "wording", "reason"),
  "entries[].userName": "text?",
  "entries[].campaignName": "text?",
  "entries[].at": "iso",
};

const hours = named("schedules[]", "weekday", "weekdayEn", "startTime", "endTime");

const queue: Fields = {
  id: "id",
  ...Object.fromEntries(
    ["name", "color", "greetingMessage", "complationMessage", "outOfHoursMessage", "ratingMessage", "token"].map(
      (name) => [name, "text"],
    ),
  ),
  ativarRoteador: "flag",
  tempoRoteador: "number",
  orderQueue: "number",
  isChatbot: "flag",
  typebotStatus: "flag",
  ...Object.fromEntries(
    ["Url", "Slug", "KeywordFinish", "KeywordRestart", "UnknownMessage", "RestartMessage"].map((name) => [
      `typebot${name}`,
      "text",
    ]),
  ),
  typebotDelayMessage: "number",
  typebotExpires: "number",
  ...hours,
};
const queueForm = {
  greetingMessage: "Olá!",
  outOfHoursMessage: "",
  ativarRoteador: true,
  schedules: usualHours,
  typebotStatus: false,
  typebotUrl: "",
  typebotSlug: "",
};
const queueOption: Fields = {
  id: "id",
  title: "text",
  message: "text",
  option: "number",
  queueId: "id",
  parentId: "id?",
};
const optionForm = { title: "Segunda via", message: "Um momento", option: 1, children: [], edition: false };

const user = (path: string): Fields => ({
  ...named(path.slice(0, -1), "id", "name", "email", "profile"),
  [`${path}queues`]: "list",
  [`${path}online`]: "flag",
});
const userForm = { profile: "user", allTicket: "disable", allHistoric: "disabled", allUserChat: "enabled" };
const quickMessages = (path: string): Fields => ({
  [`${path}id`]: "id",
  [`${path}shortcode`]: "text",
  [`${path}message`]: "text",
  [`${path}geral`]: "flag",
  [`${path}mediaName`]: "text?",
  [`${path}mediaPath`]: "url?",
});

const oneSchedule: Fields = {
  body: "text",
  contactId: "id",
  sendAt: "iso",
  sentAt: "iso?",
  status: "text",
  mediaPath: "url?",
  mediaName: "text?",
  isMarketing: "flag",
  ...named("contact", "id", "name"),
};

const dashboard: Fields = {
  "counters.supportPending": "number",
  "counters.supportHappening": "number",
  "counters.supportFinished": "number",
  "counters.leads": "number",
  "counters.avgSupportTime": "number",
  "counters.avgWaitTime": "number",
  ...named("attendants[]", "id", "name"),
  "attendants[].rating": "number?",
  "attendants[].avgSupportTime": "number",
  "attendants[].online": "flag",
  "attendants[].tickets": "number",
  "hours[]": "number",
};

const refused = (code: string): Fields => ({
  error: isSpecified(code as ErrorCode) ? `=${code}` : "text",
  code: `=${code}`,
});
const pages = { hasMore: "flag" } as const;

const externalAnswer: Fields = {
  "messages[].id": "id",
  "messages[].mediaType": "text",
  ticketId: "id",
  contactId: "id",
  number: "text",
};

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
    query: { queueIds: '["{queueId}"]', teste: "true", pageNumber: "1" },
    answer: {
      hasMore: "flag",
      "tickets[].id": "id",
      "tickets[].uuid": "id",
      "tickets[].lastMessage": "text",
      "tickets[].contact.name": "text",
      "tickets[].contact.number": "text",
      "tickets[].tags": "list",
    },
  },
  { call: "GET /tags/kanban", answer: { "lista[].id": "id", "lista[].name": "text", "lista[].color": "text" } },
  {
    call: "PUT /tags/kanban",
    by: "admin",
    body: { tagIds: ["{tagId}"] },
    answer: { "lista[].id": "id", "lista[].name": "text", "lista[].color": "text" },
  },
  {
    call: "PUT /tags/kanban",
    as: "by an agent",
    body: { tagIds: ["{tagId}"] },
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
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
  {
    call: "POST /messages/{ticketId}",
    as: "contacts",
    body: { contacts: [{ name: "Ivo Prado", number: "5531955500190" }] },
    answer: { ...message(""), mediaType: "=vcard" },
  },
  {
    call: "POST /messages/{ticketId}",
    as: "a place",
    body: { location: { latitude: -19.93, longitude: -43.93, name: "Loja", address: "Rua da Bahia, 1" } },
    answer: { ...message(""), mediaType: "=locationMessage", body: "=-19.93,-43.93\nLoja\nRua da Bahia, 1" },
  },
  {
    call: "POST /messages/{ticketId}",
    as: "a place with words",
    body: { body: "Aqui", location: { latitude: -19.93, longitude: -43.93 } },
    status: 400,
    answer: refused("ERR_VALIDATION"),
  },
  {
    call: "PUT /messages/{ownMessageId}",
    body: { body: "Tem sim!" },
    answer: { id: "id", body: "=Tem sim!", isEdited: "flag" },
  },
  {
    call: "PUT /messages/{messageId}",
    body: { body: "Tem?" },
    status: 400,
    answer: refused("ERR_MESSAGE_NOT_EDITABLE"),
  },
  { call: "DELETE /messages/{ownMessageId}", answer: {} },
  { call: "DELETE /messages/{messageId}", status: 400, answer: refused("ERR_DELETE_WAPP_MSG") },
  {
    call: "GET /messages/{ticketId}/media",
    query: { pageNumber: "1" },
    answer: { ...pages, ...message("messages[]."), "messages[].mediaUrl": "url" },
  },
  {
    call: "GET /messages/not-delivered",
    query: { pageNumber: "1" },
    answer: { messages: "list", hasMore: "flag" },
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
    query: { searchParam: "helena", pageNumber: "1", contactTag: '["{tagId}"]' },
    answer: {
      ...pages,
      ...contact("contacts[]."),
      "contacts[].tickets[].updatedAt": "iso",
      "contacts[].tags[].name": "text",
      "contacts[].channel": "text",
    },
  },
  {
    call: "GET /contacts",
    as: "of any tag",
    query: { searchParam: "helena", pageNumber: "1", contactTag: "[]" },
    answer: { ...pages, ...contact("contacts[].") },
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
    form: { texts: {}, file: "clientes.xlsx" },
    status: 202,
    answer: { id: "id" },
  },
  {
    call: "POST /contacts/upload",
    as: "without a file",
    form: { texts: { file: "clientes.xlsx" } },
    status: 400,
    answer: refused("ERR_VALIDATION"),
  },
  { call: "POST /contacts/import", status: 202, answer: { id: "id?" } },
  { call: "POST /contacts/import/chats", status: 202, answer: { id: "id?" } },
  { call: "GET /contacts/imports/{nobody}", status: 404, answer: refused("ERR_NO_IMPORT_FOUND") },
  {
    call: "POST /contacts/{contactId}/merge",
    by: "admin",
    body: { contactId: "{freeContactId}" },
    answer: { ...oneContact, mergeId: "id" },
  },
  {
    call: "POST /contacts/{contactId}/merge",
    as: "by an agent",
    body: { contactId: "{freeContactId}" },
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
  {
    call: "POST /contacts/{contactId}/merge",
    as: "with somebody who is not there",
    by: "admin",
    body: { contactId: "{nobody}" },
    status: 404,
    answer: refused("ERR_NO_CONTACT_FOUND"),
  },
  {
    call: "GET /contacts/{mergedContactId}/merges",
    by: "admin",
    answer: {
      "merges[].id": "id",
      "merges[].contactId": "id",
      "merges[].name": "text",
      "merges[].number": "text",
      "merges[].at": "iso",
      "merges[].user.id": "id",
      "merges[].user.name": "text",
      "merges[].canUndo": "flag",
    },
  },
  { call: "DELETE /contacts/merges/{mergeId}", by: "admin", answer: { "contactIds[]": "id" } },
  { call: "DELETE /contacts/merges/{mergeId}", as: "by an agent", status: 403, answer: refused("ERR_NO_PERMISSION") },
  { call: "DELETE /contacts/merges/{nobody}", by: "admin", status: 404, answer: refused("ERR_NO_MERGE_FOUND") },
  {
    call: "GET /contacts/{contactId}/tickets",
    query: { pageNumber: "1" },
    answer: { ...pages, ...ticket("tickets[].") },
  },
  {
    call: "POST /contacts/{contactId}/consent",
    body: { state: "out", reason: "Pediu por telefone" },
    answer: { ...consent, optedOutAt: "iso" },
  },
  {
    call: "POST /contacts/{contactId}/consent",
    as: "without a reason",
    body: { state: "in", reason: " " },
    status: 400,
    answer: refused("ERR_VALIDATION"),
  },
  {
    call: "POST /contacts/{nobody}/consent",
    body: { state: "out", reason: "Pediu por telefone" },
    status: 404,
    answer: refused("ERR_NO_CONTACT_FOUND"),
  },
  { call: "GET /contacts/{mergedContactId}/consent", answer: { optedOutAt: "iso?", entries: "list" } },
  { call: "GET /contacts/{nobody}/consent", status: 404, answer: refused("ERR_NO_CONTACT_FOUND") },
  { call: "GET /contacts/{nobody}/consent/export", status: 404, answer: refused("ERR_NO_CONTACT_FOUND") },
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
  // queues
  {
    call: "GET /queue",
    query: { companyId: "{companyId}" },
    answer: named("[]", "id", "name", "color", "greetingMessage"),
  },
  { call: "GET /queue/{freeQueueId}", answer: queue },
  { call: "GET /queue/{nobody}", status: 404, answer: refused("ERR_NO_QUEUE_FOUND") },
  {
    call: "POST /queue",
    by: "admin",
    body: { name: "Fila {nobody}", color: "#{freeColor}", tempoRoteador: "5", ...queueForm },
    answer: queue,
  },
  {
    call: "POST /queue",
    as: "with a colour that is taken",
    by: "admin",
    body: { name: "Fila {nobody}", color: "#1D7F52", tempoRoteador: "", ...queueForm },
    status: 400,
    answer: refused("ERR_QUEUE_COLOR_ALREADY_EXISTS"),
  },
  {
    call: "POST /queue",
    as: "with a name that is taken",
    by: "admin",
    body: { name: "Vendas", color: "#{freeColor}", tempoRoteador: "0", ...queueForm },
    status: 400,
    answer: refused("ERR_QUEUE_NAME_ALREADY_EXISTS"),
  },
  {
    call: "POST /queue",
    as: "with a name too short",
    by: "admin",
    body: { name: "V", color: "#{freeColor}", ...queueForm },
    status: 400,
    answer: refused("ERR_QUEUE_INVALID_NAME"),
  },
  {
    call: "POST /queue",
    as: "without a colour",
    by: "admin",
    body: { name: "Fila {nobody}", color: "", ...queueForm },
    status: 400,
    answer: refused("ERR_QUEUE_INVALID_COLOR"),
  },
  {
    call: "POST /queue",
    as: "with a rotation that is no choice",
    by: "admin",
    body: { name: "Fila {nobody}", color: "#{freeColor}", ...queueForm, tempoRoteador: "7" },
    status: 400,
    answer: { ...refused("ERR_VALIDATION"), "fields.rotationMinutes": "list" },
  },
  {
    call: "POST /queue",
    as: "with a flow that has no slug",
    by: "admin",
    body: { name: "Fila {nobody}", color: "#{freeColor}", ...queueForm, typebotUrl: "https://fluxo.example" },
    status: 400,
    answer: { ...refused("ERR_VALIDATION"), "fields.typebotSlug": "list" },
  },
  {
    call: "POST /queue",
    as: "by an agent",
    body: { name: "Fila {nobody}", color: "#{freeColor}", ...queueForm },
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
  {
    call: "PUT /queue/{freeQueueId}",
    by: "admin",
    body: { id: "{freeQueueId}", name: "Outra {nobody}", color: "#{freeColor}", tempoRoteador: 60, ...queueForm },
    answer: queue,
  },
  { call: "DELETE /queue/{freeQueueId}", by: "admin", answer: {} },
  { call: "DELETE /queue/{freeQueueId}", as: "by an agent", status: 403, answer: refused("ERR_NO_PERMISSION") },
  {
    call: "GET /queue-options",
    query: { queueId: "{freeQueueId}", parentId: "-1" },
    answer: Object.fromEntries(Object.entries(queueOption).map(([name, kind]) => [`[].${name}`, kind])),
  },
  {
    call: "POST /queue-options",
    by: "admin",
    body: { queueId: "{freeQueueId}", parentId: "{optionId}", ...optionForm },
    answer: { ...queueOption, parentId: "id" },
  },
  {
    call: "POST /queue-options",
    as: "on the first level",
    by: "admin",
    body: { queueId: "{freeQueueId}", parentId: null, ...optionForm },
    answer: queueOption,
  },
  {
    call: "PUT /queue-options/{optionId}",
    by: "admin",
    body: { id: "{optionId}", queueId: "{freeQueueId}", parentId: null, ...optionForm },
    answer: { ...queueOption, title: "=Segunda via" },
  },
  { call: "DELETE /queue-options/{optionId}", by: "admin", answer: {} },
  // connections
  {
    call: "POST /whatsappsession/{whatsappId}/pairing-code",
    by: "admin",
    body: { number: "+55 (31) 95550-0148" },
    answer: { id: "id" },
  },
  {
    call: "POST /whatsappsession/{whatsappId}/pairing-code",
    as: "for no number",
    by: "admin",
    body: { number: "123" },
    status: 400,
    answer: { ...refused("ERR_VALIDATION"), "fields.number": "list" },
  },
  {
    call: "GET /whatsapp/{whatsappId}/outages",
    by: "admin",
    answer: {
      "outages[].id": "id",
      "outages[].reason": "text?",
      "outages[].since": "iso",
      "outages[].until": "iso?",
      "outages[].messagesAfter": "number",
    },
  },
  {
    call: "GET /whatsapp/{whatsappId}/outages",
    as: "by an agent",
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
  {
    call: "GET /whatsapp-traffic",
    by: "admin",
    answer: {
      "connections[].id": "id",
      "connections[].storedToday": "number",
      "connections[].waitingIn": "number",
      "connections[].waitingOut": "number",
      "connections[].downSince": "iso?",
    },
  },
  { call: "GET /whatsapp-traffic", as: "by an agent", status: 403, answer: refused("ERR_NO_PERMISSION") },
  { call: "GET /facebook/login", by: "admin", answer: { isSetUp: "flag" } },
  { call: "GET /facebook/login", as: "by an agent", status: 403, answer: refused("ERR_NO_PERMISSION") },
  { call: "POST /facebook/login", by: "admin", body: { addInstagram: true }, answer: { url: "url" } },
  {
    call: "POST /facebook",
    as: "with the code of a login that nobody here began",
    by: "admin",
    body: { code: "AQ", state: "x" },
    status: 400,
    answer: refused("ERR_META_LOGIN"),
  },
  // users
  {
    call: "GET /users/list",
    query: { companyId: "{companyId}" },
    answer: named("[]", "id", "name", "email"),
  },
  {
    call: "GET /users",
    query: { searchParam: "", pageNumber: "1" },
    answer: { ...pages, ...user("users[].") },
  },
  {
    call: "GET /users",
    as: "searched",
    query: { searchParam: "ana", pageNumber: "1" },
    answer: { ...named("users[].queues[]", "id", "name"), "users[].queues[].UserQueue.queueId": "id" },
  },
  {
    call: "GET /users/{freeUserId}",
    by: "admin",
    answer: {
      ...named("", "name", "email"),
      profile: "=user",
      allTicket: "=disable",
      allHistoric: "=disabled",
      allUserChat: "=disabled",
      queues: "list",
      whatsappId: "id?",
      super: "flag",
      companyId: "id",
    },
  },
  { call: "GET /users/{userId}", as: "oneself", answer: { name: "text", "queues[].id": "id" } },
  { call: "GET /users/{freeUserId}", as: "a colleague", status: 403, answer: refused("ERR_NO_PERMISSION") },
  { call: "GET /users/{nobody}", by: "admin", status: 404, answer: refused("ERR_NO_USER_FOUND") },
  {
    call: "POST /users",
    by: "admin",
    body: {
      name: "Rui Matos",
      email: "{newEmail}",
      password: "Segredo da jarra 7",
      queueIds: ["{queueId}"],
      companyId: "{companyId}",
      whatsappId: "{whatsappId}",
      ...userForm,
    },
    answer: { id: "id", email: "text", allUserChat: "=enabled", "queues[].id": "id", whatsappId: "id" },
  },
  {
    call: "POST /users",
    as: "with a password too short",
    by: "admin",
    body: { name: "Rui Matos", email: "{newEmail}", password: "1234", queueIds: [], ...userForm },
    status: 400,
    answer: { ...refused("ERR_VALIDATION"), "fields.password": "list" },
  },
  {
    call: "POST /users",
    as: "by an agent",
    body: { name: "Rui Matos", email: "{newEmail}", password: "Segredo da jarra 7", queueIds: [], ...userForm },
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
  {
    call: "PUT /users/{freeUserId}",
    by: "admin",
    body: { id: "{freeUserId}", name: "Rui", password: "", queueIds: [], whatsappId: "", ...userForm },
    answer: { name: "=Rui", allUserChat: "=enabled", queues: "list" },
  },
  {
    call: "PUT /users/{freeUserId}",
    as: "by an agent",
    body: { name: "Rui" },
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
  { call: "DELETE /users/{freeUserId}", by: "admin", answer: {} },
  { call: "DELETE /users/{freeUserId}", as: "by an agent", status: 403, answer: refused("ERR_NO_PERMISSION") },
  {
    call: "GET /users/{freeUserId}/sessions",
    by: "admin",
    answer: {
      "sessions[].id": "id",
      "sessions[].device": "text",
      "sessions[].since": "iso",
      "sessions[].lastSeenAt": "iso",
      "sessions[].current": "flag",
    },
  },
  { call: "DELETE /users/{freeUserId}/sessions/{freeSessionId}", by: "admin", answer: {} },
  {
    call: "DELETE /users/{freeUserId}/sessions/{nobody}",
    by: "admin",
    status: 404,
    answer: refused("ERR_NO_SESSION_FOUND"),
  },
  // settings and the company
  { call: "GET /settings", answer: { "[].key": "text", "[].value": "text" } },
  {
    call: "PUT /settings/userRating",
    by: "admin",
    body: { key: "userRating", value: "enabled" },
    answer: { key: "=userRating", value: "=enabled" },
  },
  {
    call: "PUT /settings/userRating",
    as: "by an agent",
    body: { key: "userRating", value: "enabled" },
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
  {
    call: "PUT /settings/unheardOf",
    by: "admin",
    body: { key: "unheardOf", value: "enabled" },
    status: 404,
    answer: refused("ERR_NO_SETTING_FOUND"),
  },
  { call: "POST /forgetpassword/{userId}@teste.example", answer: { status: "number" } },
  { call: "POST /forgetpassword/{newEmail}", as: "of nobody", answer: { status: "number" } },
  {
    call: "POST /auth/reset",
    as: "with a wrong code",
    body: { email: "{userId}@teste.example", code: "AAAA 2222", password: "Jarra azul 7" },
    status: 400,
    answer: refused("ERR_RESET_CODE"),
  },
  {
    call: "POST /auth/reset",
    as: "with a weak password",
    body: { email: "{userId}@teste.example", code: "AAAA2222", password: "jarra azul" },
    status: 400,
    answer: { ...refused("ERR_VALIDATION"), "fields.password": "list" },
  },
  {
    call: "POST /resetpasswords/{userId}@teste.example/AAAA2222/Jarra-azul-7",
    as: "with a wrong code",
    status: 400,
    answer: refused("ERR_RESET_CODE"),
  },
  {
    call: "POST /resetpasswords/{userId}@teste.example/AAAA2222/jarra",
    as: "with a weak password",
    status: 400,
    answer: { ...refused("ERR_VALIDATION"), "fields.password": "list" },
  },
  { call: "GET /sign-up", answer: { enabled: "flag", termsUrl: "url?", privacyUrl: "url?", helpUrl: "url?" } },
  { call: "POST /sign-up/code", body: { name: "Rui Matos", email: "{newEmail}" }, answer: { expiresAt: "iso" } },
  {
    call: "POST /sign-up/code",
    as: "for an e-mail that has an account",
    body: { name: "Rui Matos", email: "{userId}@teste.example" },
    answer: { expiresAt: "iso" },
  },
  {
    call: "POST /sign-up/confirm",
    as: "with a code that was not mailed",
    body: { email: "{nobody}@teste.example", code: "417 250" },
    status: 400,
    answer: refused("ERR_SIGN_UP_CODE_EXPIRED"),
  },
  {
    call: "POST /sign-up/link",
    as: "with an invented token",
    body: { token: "invented" },
    status: 400,
    answer: refused("ERR_SIGN_UP_LINK"),
  },
  {
    call: "POST /companies/cadastro",
    body: { ...signUp, userName: "Rui Matos" },
    answer: { confirmationSent: "flag", expiresAt: "iso" },
  },
  {
    call: "POST /companies/cadastro",
    as: "with an invented proof",
    body: { ...signUp, proof: "invented" },
    status: 400,
    answer: refused("ERR_SIGN_UP_PROOF"),
  },
  {
    call: "POST /companies/cadastro",
    as: "with a plan that does not exist",
    body: { ...signUp, planId: "{nobody}" },
    status: 404,
    answer: refused("ERR_NO_PLAN_FOUND"),
  },
  {
    call: "POST /companies/cadastro",
    as: "with an e-mail that has an account",
    body: { ...signUp, email: "{userId}@teste.example" },
    answer: { confirmationSent: "flag", expiresAt: "iso" },
  },
  {
    call: "POST /companies/cadastro",
    as: "with a password too short",
    body: { ...signUp, password: "1234567" },
    status: 400,
    answer: { ...refused("ERR_VALIDATION"), "fields.password": "list" },
  },
  ...platformContractRows,
  ...aiContractRows,
  ...billingContractRows,
  {
    call: "GET /companies/{companyId}",
    answer: { dueDate: "iso", planId: "id?", name: "text", schedules: "list", timeZone: "text" },
  },
  { call: "GET /companies/{nobody}", status: 404, answer: refused("ERR_NO_COMPANY_FOUND") },
  {
    call: "PUT /companies/{companyId}/schedules",
    by: "admin",
    body: { id: "{companyId}", schedules: usualHours },
    answer: hours,
  },
  {
    call: "PUT /companies/{companyId}/schedules",
    as: "of six days",
    by: "admin",
    body: { id: "{companyId}", schedules: usualHours.slice(1) },
    status: 400,
    answer: { ...refused("ERR_VALIDATION"), "fields.schedules": "list" },
  },
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
  // quick messages
  {
    call: "GET /quick-messages/list",
    query: { companyId: "{companyId}", userId: "{userId}" },
    answer: quickMessages("[]."),
  },
  { call: "GET /quick-messages/{quickId}", answer: quickMessages("") },
  { call: "GET /quick-messages/{nobody}", status: 404, answer: refused("ERR_NO_QUICK_MESSAGE_FOUND") },
  {
    call: "POST /quick-messages",
    body: { shortcode: "oi", message: "Olá!", geral: false, isMedia: true, mediaPath: null },
    answer: quickMessages(""),
  },
  {
    call: "POST /quick-messages",
    as: "without a text",
    body: { shortcode: "oi", message: " ", geral: false },
    status: 400,
    answer: { ...refused("ERR_VALIDATION"), "fields.message": "list" },
  },
  {
    call: "POST /quick-messages",
    as: "for everyone, by an agent",
    body: { shortcode: "oi", message: "Olá!", geral: true },
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
  {
    call: "PUT /quick-messages/{quickId}",
    body: { id: "{quickId}", shortcode: "oi", message: "Olá de novo!", geral: false, mediaPath: "x", mediaName: "x" },
    answer: { ...quickMessages(""), message: "=Olá de novo!" },
  },
  {
    call: "PUT /quick-messages/{generalQuickId}",
    as: "by an agent",
    body: { shortcode: "oi", message: "Olá!" },
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
  { call: "DELETE /quick-messages/{quickId}", answer: {} },
  {
    call: "POST /quick-messages/{quickId}/media-upload",
    form: { texts: { typeArch: "quickMessage" }, file: "mapa.png" },
    answer: { mediaName: "=mapa.png", mediaPath: "url" },
  },
  {
    call: "POST /quick-messages/{quickId}/media-upload",
    as: "no picture",
    form: { texts: { typeArch: "quickMessage" }, file: "mapa.txt" },
    status: 415,
    answer: refused("ERR_FILE_TYPE"),
  },
  { call: "DELETE /quick-messages/{quickId}/media-upload", answer: { mediaName: "text?", mediaPath: "url?" } },
  // schedules
  {
    call: "GET /schedules/",
    query: { searchParam: "", pageNumber: "1" },
    answer: { ...pages, "schedules[].id": "id", "schedules[].sendAt": "iso", "schedules[].contact.name": "text" },
  },
  {
    call: "GET /schedules",
    as: "of some days",
    query: { from: "{tomorrow}", to: "{tomorrow}" },
    answer: { ...pages, "schedules[].sendAtLocal": "text" },
  },
  {
    call: "GET /schedules",
    as: "of no days",
    query: { from: "2026-02-31", to: "x" },
    status: 400,
    answer: refused("ERR_VALIDATION"),
  },
  { call: "GET /schedules/{scheduleId}", answer: oneSchedule },
  { call: "GET /schedules/{nobody}", status: 404, answer: refused("ERR_NO_SCHEDULE_FOUND") },
  {
    call: "POST /schedules",
    body: { body: "Até amanhã!", contactId: "{contactId}", sendAt: "{tomorrow}T09:30", sentAt: "", userId: "{userId}" },
    answer: { ...oneSchedule, status: "=PENDENTE", sendAtLocal: "={tomorrow}T09:30" },
  },
  {
    call: "POST /schedules",
    as: "as marketing",
    body: { body: "Oferta da semana", contactId: "{contactId}", sendAt: "{tomorrow}T09:30", isMarketing: true },
    answer: oneSchedule,
  },
  {
    call: "POST /schedules",
    as: "too short and without a contact",
    body: { body: "oi", sendAt: "{tomorrow}T09:30", sentAt: "", userId: "{userId}" },
    status: 400,
    answer: { ...refused("ERR_VALIDATION"), "fields.body": "list", "fields.contactId": "list" },
  },
  {
    call: "PUT /schedules/{scheduleId}",
    body: {
      body: "Até depois de amanhã!",
      contactId: "{contactId}",
      sendAt: "{tomorrow}T10:00",
      sentAt: null,
      status: "PENDENTE",
    },
    answer: { body: "=Até depois de amanhã!" },
  },
  {
    call: "PUT /schedules/{othersScheduleId}",
    as: "by another agent",
    body: { body: "Até depois de amanhã!" },
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
  { call: "DELETE /schedules/{scheduleId}", answer: {} },
  {
    call: "POST /schedules/{scheduleId}/media-upload",
    form: { texts: {}, file: "mapa.png" },
    answer: { mediaName: "=mapa.png", mediaPath: "url" },
  },
  {
    call: "POST /schedules/{scheduleId}/media-upload",
    as: "no picture",
    form: { texts: {}, file: "mapa.txt" },
    status: 415,
    answer: refused("ERR_FILE_TYPE"),
  },
  { call: "DELETE /schedules/{scheduleId}/media-upload", answer: { mediaName: "text?", mediaPath: "url?" } },
  // dashboard
  { call: "GET /dashboard", query: { days: "7" }, by: "admin", answer: dashboard },
  {
    call: "GET /dashboard",
    as: "of dates",
    query: { date_from: "{today}", date_to: "{today}" },
    by: "admin",
    answer: dashboard,
  },
  {
    call: "GET /dashboard",
    as: "of no dates",
    query: { date_from: "2026-02-31" },
    by: "admin",
    status: 400,
    answer: refused("ERR_VALIDATION"),
  },
  {
    call: "GET /dashboard",
    as: "by an agent",
    query: { days: "7" },
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
  // campaigns
  ...campaignContractRows,
  // first steps
  { call: "GET /first-steps", by: "admin", answer: { answered: "flag", hasSandbox: "flag" } },
  { call: "GET /first-steps", as: "by an agent", status: 403, answer: refused("ERR_NO_PERMISSION") },
  // helps
  {
    call: "GET /helps/list",
    answer: { "[].id": "id", "[].title": "text", "[].video": "text", "[].description": "text" },
  },
  { call: "POST /tags/sync", body: { ticketId: "{ticketId}", tags: [{ id: "{tagId}", name: "x" }] }, answer: {} },
  // connections
  { call: "GET /whatsapp/", query: { session: "0" }, answer: connection("[].") },
  { call: "GET /whatsapp", query: { companyId: "{companyId}", session: "0" }, answer: connection("[].") },
  { call: "GET /whatsapp/{whatsappId}", query: { session: "0" }, by: "admin", answer: oneConnection },
  { call: "GET /whatsapp/{whatsappId}", as: "of the QR dialog", by: "admin", answer: oneConnection },
  { call: "GET /whatsapp/{nobody}", status: 404, answer: refused("ERR_NO_WAPP_FOUND") },
  {
    call: "POST /whatsapp",
    by: "admin",
    body: { ...connectionForm, name: "Loja {newNumber}" },
    answer: { ...oneConnection, "queues[].id": "id" },
  },
  {
    call: "POST /whatsapp",
    as: "without a greeting for two queues",
    by: "admin",
    body: { ...connectionForm, name: "Loja {newNumber}", greetingMessage: "" },
    status: 400,
    answer: refused("ERR_WAPP_GREETING_REQUIRED"),
  },
  { call: "POST /whatsapp/{freeConnectionId}/token", by: "admin", answer: { id: "id", token: "text" } },
  {
    call: "POST /whatsapp/{freeConnectionId}/token",
    as: "by an agent",
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
  { call: "DELETE /whatsapp/{freeConnectionId}/token", by: "admin", answer: { id: "id" } },
  {
    call: "PUT /whatsapp/{freeConnectionId}",
    by: "admin",
    // A client sends the whole answer of the GET back.
    body: { ...connectionForm, name: "Loja {newNumber}", id: "{freeConnectionId}", status: "CONNECTED", retries: 3 },
    answer: { ...oneConnection, name: "=Loja {newNumber}" },
  },
  {
    call: "PUT /whatsapp/{nobody}",
    by: "admin",
    body: { name: "Loja" },
    status: 404,
    answer: refused("ERR_NO_WAPP_FOUND"),
  },
  { call: "DELETE /whatsapp/{freeConnectionId}", by: "admin", answer: {} },
  {
    call: "DELETE /whatsapp/{whatsappId}",
    as: "the last default",
    by: "admin",
    status: 400,
    answer: refused("ERR_NO_OTHER_WHATSAPP"),
  },
  { call: "POST /whatsappsession/{freeConnectionId}", by: "admin", answer: {} },
  { call: "PUT /whatsappsession/{freeConnectionId}", by: "admin", answer: {} },
  { call: "DELETE /whatsappsession/{freeConnectionId}", by: "admin", answer: {} },
  { call: "POST /whatsapp-restart/", by: "admin", answer: {} },
  { call: "POST /whatsapp-restart/", as: "by an agent", status: 403, answer: refused("ERR_NO_PERMISSION") },
  {
    call: "POST /facebook",
    by: "admin",
    body: { facebookUserId: "{facebookUserId}", facebookUserToken: "{facebookUserToken}" },
    answer: { ...linkedConnection, elsewhere: "list" },
  },
  {
    call: "POST /facebook",
    as: "with Instagram",
    by: "admin",
    body: { facebookUserId: "{facebookUserId}", facebookUserToken: "{facebookUserToken}", addInstagram: true },
    answer: { ...linkedConnection, elsewhere: "list" },
  },
  {
    call: "POST /facebook",
    as: "of a person without pages",
    by: "admin",
    body: { facebookUserId: "nobody", facebookUserToken: "{facebookUserToken}" },
    status: 400,
    answer: { error: "=Facebook page not found" },
  },
  // external sending
  {
    call: "POST /api/messages/send",
    token: "{token}",
    body: { number: "{newNumber}", body: "Seu pedido saiu." },
    answer: { ...externalAnswer, number: "={newNumber}" },
  },
  {
    call: "POST /api/messages/send",
    as: "a file under its own name",
    token: "{token}",
    form: { texts: { number: "31988887777", body: "foto.png" }, medias: ["foto.png"] },
    answer: { ...externalAnswer, "messages[].mediaType": "=image" },
  },
  {
    call: "POST /api/messages/send",
    as: "with another token",
    token: "{nobody}",
    body: { number: "{newNumber}", body: "oi" },
    status: 401,
    answer: { error: "=Acesso não permitido", "details.code": "=ERR_UNKNOWN_TOKEN" },
  },
  {
    call: "POST /api/messages/send",
    as: "to no number",
    token: "{token}",
    body: { number: "12", body: "oi" },
    status: 400,
    answer: refused("ERR_WAPP_INVALID_CONTACT"),
  },
  ...contactListRows,
  ...mailContractRows,
  ...chatContractRows,
];
