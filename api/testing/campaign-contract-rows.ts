import type { ContractRow, FieldKind, Fields } from "./contract-rows.ts";

const texts = [1, 2, 3, 4, 5].flatMap((place) => [`message${place}`, `confirmationMessage${place}`]);

const listed = (path: string): Fields => ({
  [`${path}id`]: "id",
  [`${path}name`]: "text",
  [`${path}status`]: "text",
  [`${path}reason`]: "text?",
  [`${path}confirmation`]: "flag",
  [`${path}contactListId`]: "id?",
  [`${path}contactList`]: "object?",
  [`${path}tagListId`]: "id?",
  [`${path}whatsappId`]: "text?",
  [`${path}whatsapp`]: "object?",
  [`${path}scheduledAt`]: "iso?",
  [`${path}scheduledAtLocal`]: "text?",
  [`${path}startedAt`]: "iso?",
  [`${path}completedAt`]: "iso?",
  [`${path}expectedEndAt`]: "iso?",
  [`${path}isEditable`]: "flag",
  [`${path}needsReview`]: "flag",
  [`${path}counts`]: "object?",
  [`${path}createdAt`]: "iso",
  [`${path}updatedAt`]: "iso",
});

const counts = (path: string): Fields =>
  Object.fromEntries(
    ["total", "valid", "waiting", "asked", "confirmed", "sent", "delivered", "read", "replied", "failed"]
      .concat("excluded", "optedOut")
      .map((name): [string, FieldKind] => [`${path}.${name}`, "number"]),
  );

const oneCampaign: Fields = {
  ...listed(""),
  ...Object.fromEntries(texts.map((name): [string, FieldKind] => [name, "text"])),
  mediaPath: "url?",
  mediaName: "text?",
  window: "object",
  dailyLimit: "number?",
  replyQueueId: "id?",
  shipping: "list",
};

const refused = (code: string): Fields => ({ code: `=${code}` });
const refusedStep = (from: string, to: string): Fields => ({
  ...refused("ERR_CAMPAIGN_STATE"),
  "details.from": `=${from}`,
  "details.to": `=${to}`,
});

/** A body as the dialog of clients of this family sends it. */
const dialog = {
  name: "Volta às aulas",
  ...Object.fromEntries(texts.map((name) => [name, ""])),
  message1: "Oi {nome}, responda SAIR para não receber",
  status: "INATIVA",
  confirmation: false,
  scheduledAt: null,
  contactListId: "{campaignListId}",
  tagListId: "Nenhuma",
  companyId: "{companyId}",
  whatsappId: "{whatsappId},{freeConnectionId}",
};

/** The whole answer of GET, as a client sends it back; `whatsappId` is the earlier value. */
const whole = {
  ...dialog,
  id: "{campaignId}",
  name: "Outro nome",
  whatsappId: "{whatsappId}",
  shipping: [],
  contactList: { name: "Lista", contacts: [] },
  whatsapp: { name: "Loja" },
  mediaPath: null,
  mediaName: null,
  createdAt: "2026-01-01T00:00:00.000Z",
};

const reading: ContractRow[] = [
  {
    call: "GET /campaigns/",
    query: { searchParam: "", pageNumber: "1" },
    by: "admin",
    answer: { records: "list", hasMore: "flag", count: "number", ...listed("records[].") },
  },
  {
    call: "GET /campaigns",
    as: "by name and state",
    query: { searchParam: "em andamento", pageNumber: "1", status: "EM_ANDAMENTO" },
    by: "admin",
    answer: { "records[].status": "=EM_ANDAMENTO", ...counts("records[].counts") },
  },
  {
    call: "GET /campaigns",
    as: "by an unknown state",
    query: { status: "parada" },
    by: "admin",
    status: 400,
    answer: refused("ERR_VALIDATION"),
  },
  { call: "GET /campaigns", as: "by an agent", status: 403, answer: refused("ERR_NO_PERMISSION") },
  {
    call: "GET /campaigns/{runningCampaignId}",
    by: "admin",
    answer: {
      ...oneCampaign,
      "contactList.name": "text",
      "contactList.contacts[].id": "id",
      "contactList.contacts[].isWhatsappValid": "flag?",
      "whatsapp.name": "text",
      "shipping[].id": "id",
      "shipping[].number": "text",
      "shipping[].deliveredAt": "iso?",
      "shipping[].confirmationRequestedAt": "iso?",
    },
  },
  { call: "GET /campaigns/{nobody}", by: "admin", status: 404, answer: refused("ERR_NO_CAMPAIGN_FOUND") },
  {
    call: "GET /campaigns/{campaignId}/preview",
    query: { samplesPage: "1" },
    by: "admin",
    answer: {
      total: "number",
      recipients: "number",
      excluded: "list",
      startsAt: "iso?",
      endsAt: "iso?",
      timeZone: "text",
      "connections[].id": "id",
      "connections[].name": "text",
      "connections[].isConnected": "flag",
      "connections[].messages": "number",
      "connections[].firstAt": "iso?",
      "connections[].lastAt": "iso?",
      "connections[].isLimited": "flag",
      "samples[].text": "text",
      "samples[].variant": "number",
      "samples[].filled": "list",
      "samples[].confirmation": "text?",
      "warnings[].code": "text",
    },
  },
  {
    call: "GET /campaigns/{runningCampaignId}/report",
    by: "admin",
    answer: {
      ...listed("campaign."),
      ...counts("counts"),
      "reasons[].reason": "text",
      "reasons[].state": "=excluded",
      "reasons[].count": "number",
      "variants[].variant": "number",
      "pace[].at": "iso",
      "pace[].sent": "number",
      "settings.messageInterval": "number",
      "connections[].id": "id",
      "connections[].sentToday": "number",
      "connections[].waitsFor": "text?",
      startedAt: "iso",
      expectedEndAt: "iso?",
      timeZone: "text",
    },
  },
  {
    call: "GET /campaigns/{runningCampaignId}/recipients",
    query: { searchParam: "", pageNumber: "1", state: "excluded", reason: "blocked" },
    by: "admin",
    answer: {
      hasMore: "flag",
      count: "number",
      "records[].id": "id",
      "records[].name": "text",
      "records[].number": "text",
      "records[].state": "=excluded",
      "records[].reason": "=blocked",
      "records[].variant": "number",
      "records[].connectionName": "text?",
      "records[].at": "iso?",
    },
  },
  {
    call: "GET /campaigns/{campaignId}/preview/excluded",
    query: { reason: "", pageNumber: "1" },
    by: "admin",
    answer: { records: "list", hasMore: "flag", count: "number" },
  },
  {
    call: "GET /campaigns/{campaignId}/preview/excluded",
    as: "by an unknown reason",
    query: { reason: "azar" },
    by: "admin",
    status: 400,
    answer: refused("ERR_VALIDATION"),
  },
  {
    call: "GET /campaigns/{campaignId}/preview/excluded",
    as: "by an agent",
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
  ...["preview", "preview/excluded", "report", "recipients", "recipients.csv"].map(
    (part): ContractRow => ({
      call: `GET /campaigns/{nobody}/${part}`,
      by: "admin",
      status: 404,
      answer: refused("ERR_NO_CAMPAIGN_FOUND"),
    }),
  ),
];

const changing: ContractRow[] = [
  {
    call: "POST /campaigns",
    by: "admin",
    body: dialog,
    answer: { ...oneCampaign, status: "=INATIVA", whatsappId: "={whatsappId},{freeConnectionId}" },
  },
  {
    call: "POST /campaigns",
    as: "a draft without connection and list",
    by: "admin",
    body: { ...dialog, message1: null, contactListId: null, tagListId: null, whatsappId: "" },
    answer: { ...oneCampaign, status: "=INATIVA", message1: "=" },
  },
  {
    call: "POST /campaigns",
    as: "scheduled",
    by: "admin",
    body: { ...dialog, scheduledAt: "2033-05-04 09:30:00", tagListId: "{tagId}" },
    answer: { status: "=PROGRAMADA", scheduledAt: "=2033-05-04T12:30:00.000Z", scheduledAtLocal: "=2033-05-04T09:30" },
  },
  {
    call: "POST /campaigns",
    as: "scheduled without a text",
    by: "admin",
    body: { ...dialog, message1: "", scheduledAt: "2033-05-04 09:30:00" },
    status: 400,
    answer: { ...refused("ERR_CAMPAIGN_INCOMPLETE"), "details.fields[]": "=messages" },
  },
  {
    call: "POST /campaigns",
    as: "scheduled with an unknown variable",
    by: "admin",
    body: { ...dialog, message1: "Oi {{desconto}}", scheduledAt: "2033-05-04 09:30:00" },
    status: 400,
    answer: { ...refused("ERR_CAMPAIGN_VARIABLE"), "details.variable": "text" },
  },
  {
    call: "POST /campaigns",
    as: "with a short name",
    by: "admin",
    body: { ...dialog, name: "x" },
    status: 400,
    answer: { ...refused("ERR_VALIDATION"), "fields.name": "list" },
  },
  { call: "POST /campaigns", as: "by an agent", body: dialog, status: 403, answer: refused("ERR_NO_PERMISSION") },
  {
    call: "PUT /campaigns/{campaignId}",
    by: "admin",
    body: whole,
    answer: { ...oneCampaign, name: "=Outro nome", whatsappId: "={whatsappId}" },
  },
  {
    call: "PUT /campaigns/{campaignId}",
    as: "without connections and with an instant",
    by: "admin",
    body: { ...whole, whatsappId: null },
    answer: { ...oneCampaign, whatsappId: "text?", whatsapp: "object?" },
  },
  {
    call: "PUT /campaigns/{runningCampaignId}",
    by: "admin",
    body: whole,
    status: 400,
    answer: refusedStep("EM_ANDAMENTO", "INATIVA"),
  },
  { call: "PUT /campaigns/{nobody}", by: "admin", body: whole, status: 404, answer: refused("ERR_NO_CAMPAIGN_FOUND") },
  {
    call: "POST /campaigns/{campaignId}/media-upload",
    by: "admin",
    form: { texts: {}, file: "foto.png" },
    answer: { mediaName: "=foto.png", mediaPath: "url" },
  },
  {
    call: "DELETE /campaigns/{campaignId}/media-upload",
    by: "admin",
    answer: { mediaName: "text?", mediaPath: "url?" },
  },
  {
    call: "POST /campaigns/{campaignId}/media-upload",
    as: "without a file",
    by: "admin",
    form: { texts: {} },
    status: 400,
    answer: refused("ERR_VALIDATION"),
  },
  {
    call: "POST /campaigns/{runningCampaignId}/duplicate",
    by: "admin",
    answer: { ...oneCampaign, status: "=INATIVA" },
  },
  { call: "DELETE /campaigns/{campaignId}", by: "admin", answer: { id: "={campaignId}" } },
  {
    call: "DELETE /campaigns/{runningCampaignId}",
    by: "admin",
    status: 400,
    answer: refusedStep("EM_ANDAMENTO", "INATIVA"),
  },
];

const states: ContractRow[] = [
  { call: "POST /campaigns/{campaignId}/start", by: "admin", body: { confirm: true }, status: 204, answer: {} },
  ...[undefined, {}, { confirm: false }, { confirm: "true" }, { confirm: 1 }].map(
    (body): ContractRow => ({
      call: "POST /campaigns/{campaignId}/start",
      as: `with ${JSON.stringify(body) ?? "no body"}`,
      by: "admin",
      ...(body && { body }),
      status: 400,
      answer: refused("ERR_CAMPAIGN_NOT_CONFIRMED"),
    }),
  ),
  {
    call: "POST /campaigns/{campaignId}/schedule",
    as: "without a time",
    by: "admin",
    body: {},
    status: 400,
    answer: { ...refused("ERR_CAMPAIGN_INCOMPLETE"), "details.fields[]": "=scheduledAt" },
  },
  {
    call: "POST /campaigns",
    as: "scheduled in the past",
    by: "admin",
    body: { ...dialog, scheduledAt: "2026-01-05 09:30:00" },
    status: 400,
    answer: refused("ERR_CAMPAIGN_NOT_FUTURE"),
  },
  {
    call: "PUT /campaigns/{campaignId}",
    as: "scheduled in the past",
    by: "admin",
    body: { ...whole, scheduledAt: "2026-01-05 09:30:00" },
    status: 400,
    answer: refused("ERR_CAMPAIGN_NOT_FUTURE"),
  },
  {
    call: "POST /campaigns/{runningCampaignId}/start",
    by: "admin",
    status: 400,
    answer: refusedStep("EM_ANDAMENTO", "EM_ANDAMENTO"),
  },
  { call: "POST /campaigns/{runningCampaignId}/cancel", by: "admin", status: 204, answer: {} },
  {
    call: "POST /campaigns/{campaignId}/cancel",
    by: "admin",
    status: 400,
    answer: refusedStep("INATIVA", "CANCELADA"),
  },
  { call: "POST /campaigns/{cancelledCampaignId}/restart", by: "admin", status: 204, answer: {} },
  {
    call: "POST /campaigns/{runningCampaignId}/restart",
    by: "admin",
    status: 400,
    answer: refusedStep("EM_ANDAMENTO", "EM_ANDAMENTO"),
  },
  { call: "POST /campaigns/{runningCampaignId}/resend", by: "admin", answer: { count: "number" } },
  {
    call: "POST /campaigns/{cancelledCampaignId}/resend",
    by: "admin",
    status: 400,
    answer: refusedStep("CANCELADA", "EM_ANDAMENTO"),
  },
];

const settings: ContractRow[] = [
  { call: "GET /campaign-settings", by: "admin", answer: { "[].key": "text", "[].value": "text" } },
  { call: "GET /campaign-settings", as: "by an agent", status: 403, answer: refused("ERR_NO_PERMISSION") },
  {
    call: "POST /campaign-settings",
    by: "admin",
    body: {
      settings: {
        messageInterval: "20",
        longerIntervalAfter: 20,
        greaterInterval: 60,
        variables: [{ key: "cupom", value: "AB" }],
      },
    },
    answer: { "[].key": "text", "[].value": "text" },
  },
  {
    call: "POST /campaign-settings",
    as: "with an interval that is no choice",
    by: "admin",
    body: { settings: { messageInterval: 7, longerIntervalAfter: 20, greaterInterval: 60, variables: [] } },
    status: 400,
    answer: refused("ERR_VALIDATION"),
  },
];

/** The calls of campaigns and their settings. */
export const campaignContractRows: ContractRow[] = [...reading, ...changing, ...states, ...settings];
