import type { ContractRow, Fields } from "./contract-rows.ts";

const refused = (code: string): Fields => ({ code: `=${code}` });
const wrong = (field: string): Fields => ({ ...refused("ERR_VALIDATION"), [`fields.${field}`]: "list" });
const by = "super";

const company = (path: string): Fields => ({
  [`${path}id`]: "id",
  ...Object.fromEntries(["name", "email", "phone", "recurrence", "timeZone"].map((name) => [`${path}${name}`, "text"])),
  [`${path}planId`]: "id?",
  [`${path}plan`]: "object?",
  [`${path}status`]: "flag",
  [`${path}dueDate`]: "iso",
  [`${path}dueDay.date`]: "text",
  [`${path}dueDay.keeps`]: "number",
  [`${path}usersLimit`]: "number?",
  [`${path}storageGbLimit`]: "number?",
  [`${path}deletedAt`]: "iso?",
  [`${path}createdAt`]: "iso",
  [`${path}settings`]: "list",
  [`${path}settings[].key`]: "=campaignsEnabled",
  [`${path}settings[].value`]: "text",
});
/** As the clients of this interface send it. */
const companyForm = {
  ...{ name: "Padaria {newNumber}", email: "conta@padaria.example", phone: "31 95550-0148", planId: "{planId}" },
  ...{ status: true, campaignsEnabled: true, dueDate: "2030-01-31", recurrence: "MENSAL" },
};
const limits: Fields = {
  id: "id",
  planId: "id?",
  "plan.users": "number?",
  "plan.connections": "number?",
  "plan.queues": "number?",
  "plan.storageGb": "number?",
  "plan.value": "number",
  "usage.users.used": "number",
  "usage.queues.limit": "number?",
  "usage.storageGb.used": "number",
  "usage.storageGb.limit": "number?",
};

const companies: ContractRow[] = [
  { call: "GET /companies/list", by, answer: company("[].") },
  { call: "GET /companies/list", as: "by an agent", status: 403, answer: refused("ERR_NO_PERMISSION") },
  { call: "GET /companies/list", as: "by an admin", by: "admin", status: 403, answer: refused("ERR_NO_PERMISSION") },
  {
    call: "GET /companies/removals",
    by,
    answer: {
      ...{ "[].id": "id", "[].name": "text", "[].deletedAt": "iso" },
      ...{ "[].total": "number?", "[].removed": "number", "[].idleSeconds": "number" },
    },
  },
  { call: "GET /companies/removals", as: "by an agent", status: 403, answer: refused("ERR_NO_PERMISSION") },
  {
    ...{ call: "GET /companies/removals", as: "by an admin", by: "admin" },
    ...{ status: 403, answer: refused("ERR_NO_PERMISSION") },
  },
  {
    call: "GET /companies",
    by,
    query: { searchParam: "", pageNumber: "1" },
    answer: { ...company("companies[]."), count: "number", hasMore: "flag" },
  },
  {
    call: "GET /companies",
    as: "deleted",
    by,
    query: { searchParam: "{deletedCompanyId}", deleted: "true" },
    answer: { ...company("companies[]."), "companies[].deletedAt": "iso", count: "number", hasMore: "flag" },
  },
  { call: "GET /companies", as: "page zero", by, query: { pageNumber: "0" }, status: 400, answer: wrong("pageNumber") },
  {
    call: "GET /companies/usage",
    by,
    query: { ids: "{companyId},{otherCompanyId}" },
    answer: {
      "[].id": "id",
      "[].users.used": "number",
      "[].connections.limit": "number?",
      "[].queues.used": "number",
      "[].messages": "number",
      "[].lastSignInAt": "iso?",
    },
  },
  {
    call: "GET /companies/usage",
    as: "of no id",
    by,
    query: { ids: "1" },
    status: 400,
    answer: { ...refused("ERR_VALIDATION"), fields: "object" },
  },
  {
    call: "POST /companies",
    by,
    body: { ...companyForm, email: "{newEmail}" },
    answer: { ...company(""), "plan.value": "number" },
  },
  {
    call: "POST /companies",
    as: "without an admin and an e-mail",
    by,
    body: { ...companyForm, email: "" },
    status: 400,
    answer: wrong("email"),
  },
  {
    call: "POST /companies",
    as: "with an admin and empty fields",
    by,
    body: {
      ...{ ...companyForm, status: "t", dueDate: "", planId: "", usersLimit: "", queuesLimit: "3" },
      admin: { name: "Rosa", email: "{newEmail}", password: "Segredo-1" },
    },
    answer: company(""),
  },
  {
    call: "POST /companies",
    as: "with an admin whose e-mail is taken",
    by,
    body: { ...companyForm, admin: { name: "Rosa", email: "{userId}@teste.example", password: "Segredo-1" } },
    status: 400,
    answer: { ...refused("ERR_VALIDATION"), fields: "object" },
  },
  { call: "POST /companies", as: "without a name", by, body: {}, status: 400, answer: wrong("name") },
  {
    call: "POST /companies",
    as: "due on 30 February",
    by,
    body: { ...companyForm, dueDate: "2030-02-30" },
    status: 400,
    answer: wrong("dueDate"),
  },
  {
    call: "POST /companies",
    as: "with a plan that does not exist",
    by,
    body: { ...companyForm, planId: "{nobody}" },
    status: 404,
    answer: refused("ERR_NO_PLAN_FOUND"),
  },
  {
    call: "PUT /companies/{otherCompanyId}",
    by,
    body: { id: "{otherCompanyId}", ...companyForm },
    answer: company(""),
  },
  {
    call: "PUT /companies/{otherCompanyId}",
    as: "deactivated",
    by,
    body: { ...companyForm, status: "f", dueDate: null },
    answer: company(""),
  },
  {
    call: "PUT /companies/{companyId}",
    as: "deactivating the own company",
    by,
    body: { status: false },
    status: 400,
    answer: refused("ERR_OWN_COMPANY"),
  },
  {
    call: "PUT /companies/{otherCompanyId}",
    as: "with a recurrence that does not exist",
    by,
    body: { recurrence: "SEMANAL" },
    status: 400,
    answer: wrong("recurrence"),
  },
  { call: "PUT /companies/{nobody}", by, body: companyForm, status: 404, answer: refused("ERR_NO_COMPANY_FOUND") },
  { call: "DELETE /companies/{otherCompanyId}", by, answer: { id: "id" } },
  {
    call: "DELETE /companies/{otherCompanyId}",
    as: "with its name",
    by,
    body: { name: "Outra {otherCompanyId}" },
    answer: { id: "id" },
  },
  {
    call: "DELETE /companies/{otherCompanyId}",
    as: "with another name",
    by,
    body: { name: "Outra" },
    status: 400,
    answer: refused("ERR_COMPANY_NAME"),
  },
  {
    call: "DELETE /companies/{otherCompanyId}",
    as: "with no text",
    by,
    body: { name: 7 },
    status: 400,
    answer: wrong("name"),
  },
  { call: "DELETE /companies/{companyId}", by, status: 400, answer: refused("ERR_OWN_COMPANY") },
  { call: "DELETE /companies/{nobody}", by, status: 404, answer: refused("ERR_NO_COMPANY_FOUND") },
  { call: "POST /companies/{deletedCompanyId}/restore", by, answer: company("") },
  { call: "POST /companies/{nobody}/restore", by, status: 404, answer: refused("ERR_NO_COMPANY_FOUND") },
  { call: "GET /companies/listPlan/{companyId}", answer: limits },
  { call: "GET /companies/listPlan/{otherCompanyId}", by, answer: limits },
  {
    call: "GET /companies/listPlan/{otherCompanyId}",
    as: "by another company's admin",
    by: "admin",
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
  { call: "GET /companies/listPlan/{nobody}", by, status: 404, answer: refused("ERR_NO_COMPANY_FOUND") },
];

const plan = (path: string): Fields => ({
  [`${path}id`]: "id",
  [`${path}name`]: "text",
  ...Object.fromEntries(
    ["users", "connections", "queues", "storageGb", "value"].map((name) => [`${path}${name}`, "number"]),
  ),
});
const details = (path: string): Fields => ({
  ...plan(path),
  [`${path}public`]: "flag",
  [`${path}companies`]: "number",
});
const planForm = { name: "Plano {newNumber}", users: 5, connections: "2", queues: 4, value: "30.00" };

const plans: ContractRow[] = [
  { call: "GET /plans/list", token: "", answer: plan("[].") },
  { call: "GET /plans/all", by, answer: details("[].") },
  { call: "GET /plans/{planId}", by, answer: details("") },
  { call: "GET /plans/{nobody}", by, status: 404, answer: refused("ERR_NO_PLAN_FOUND") },
  { call: "GET /plans/1", by, status: 404, answer: refused("ERR_NO_PLAN_FOUND") },
  { call: "POST /plans", by, body: planForm, answer: details("") },
  {
    call: "POST /plans",
    as: "not public, with a number as value",
    by,
    body: { ...planForm, value: 30.5, public: false },
    answer: details(""),
  },
  {
    call: "POST /plans",
    as: "with a name that is taken",
    by,
    body: { ...planForm, name: "PLANO {planId}" },
    status: 400,
    answer: refused("ERR_PLAN_NAME_TAKEN"),
  },
  {
    call: "POST /plans",
    as: "with three decimals",
    by,
    body: { ...planForm, value: "30.005" },
    status: 400,
    answer: wrong("value"),
  },
  { call: "POST /plans", as: "of no users", by, body: { ...planForm, users: 0 }, status: 400, answer: wrong("users") },
  {
    call: "POST /plans",
    as: "of no storage",
    by,
    body: { ...planForm, storageGb: "0" },
    status: 400,
    answer: wrong("storageGb"),
  },
  {
    call: "PUT /plans/{planId}",
    as: "storage",
    by,
    body: { storageGb: "50" },
    answer: details(""),
  },
  { call: "PUT /plans/{planId}", by, body: planForm, answer: details("") },
  { call: "PUT /plans/{planId}", as: "one field", by, body: { value: "49,9" }, answer: details("") },
  { call: "PUT /plans/{nobody}", by, body: planForm, status: 404, answer: refused("ERR_NO_PLAN_FOUND") },
  { call: "DELETE /plans/{planId}", by, answer: { id: "id" } },
  { call: "DELETE /plans/{usedPlanId}", by, status: 400, answer: refused("ERR_PLAN_USED") },
  { call: "DELETE /plans/{nobody}", by, status: 404, answer: refused("ERR_NO_PLAN_FOUND") },
];

const help: Fields = { id: "id", title: "text", video: "=dQw4w9WgXcQ", description: "text" };
const helpForm = { title: "Primeiros passos", video: "https://youtu.be/dQw4w9WgXcQ", description: "Em três minutos" };

const helps: ContractRow[] = [
  { call: "POST /helps", by, body: helpForm, answer: help },
  {
    call: "POST /helps",
    as: "without a video",
    by,
    body: { ...helpForm, video: "?" },
    status: 400,
    answer: wrong("video"),
  },
  { call: "PUT /helps/{helpId}", by, body: { ...helpForm, video: "dQw4w9WgXcQ" }, answer: help },
  { call: "PUT /helps/{nobody}", by, body: helpForm, status: 404, answer: refused("ERR_NO_HELP_FOUND") },
  { call: "DELETE /helps/{helpId}", by, answer: { id: "id" } },
  { call: "DELETE /helps/{nobody}", by, status: 404, answer: refused("ERR_NO_HELP_FOUND") },
];

const announcement: Fields = {
  ...{ id: "id", title: "text", text: "text", priority: "number", status: "flag", createdAt: "iso" },
  ...{ mediaPath: "text?", mediaName: "text?", mediaSize: "number?" },
};
const announcementForm = { title: "Manutenção", text: "Das 2h às 4h.", priority: 1, status: false };
const under = (path: string, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, kind]) => [`${path}${name}`, kind]));
const forSupers: Fields = { ...announcement, readers: "number", companies: "number" };
const noAnnouncement = { status: 404, answer: refused("ERR_NO_ANNOUNCEMENT_FOUND") };

/** Active ones are written into the change log of every company, also of other tests: `sync/server/announcements.test.ts` has them. */
const announcements: ContractRow[] = [
  {
    call: "GET /announcements/",
    query: { searchParam: "manutencao", pageNumber: "1" },
    answer: { records: "list", hasMore: "flag", count: "number" },
  },
  {
    call: "GET /announcements/",
    as: "inactive, by a super user",
    by,
    query: { status: "false" },
    answer: { ...under("records[].", forSupers), "records[].status": "flag", hasMore: "flag", count: "number" },
  },
  {
    call: "GET /announcements/",
    as: "page zero",
    query: { pageNumber: "0" },
    status: 400,
    answer: wrong("pageNumber"),
  },
  { call: "GET /announcements/{inactiveAnnouncementId}", by: "admin", ...noAnnouncement },
  { call: "GET /announcements/{inactiveAnnouncementId}", as: "by a super user", by, answer: forSupers },
  { call: "POST /announcements", by, body: announcementForm, answer: forSupers },
  {
    call: "POST /announcements",
    as: "by an admin",
    by: "admin",
    body: announcementForm,
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
  {
    call: "POST /announcements",
    as: "no title",
    by,
    body: { ...announcementForm, title: " " },
    status: 400,
    answer: wrong("title"),
  },
  { call: "POST /announcements", as: "no text", by, body: { title: "Oi" }, status: 400, answer: wrong("text") },
  {
    call: "POST /announcements",
    as: "a priority that does not exist",
    by,
    body: { ...announcementForm, priority: 4 },
    status: 400,
    answer: wrong("priority"),
  },
  {
    call: "PUT /announcements/{inactiveAnnouncementId}",
    by,
    body: { ...announcementForm, id: "x", mediaPath: null, mediaName: null },
    answer: forSupers,
  },
  { call: "PUT /announcements/{nobody}", by, body: announcementForm, ...noAnnouncement },
  {
    call: "POST /announcements/{inactiveAnnouncementId}/media-upload",
    by,
    form: { texts: {}, file: "foto.png" },
    answer: { ...forSupers, mediaName: "=foto.png", mediaPath: "text" },
  },
  {
    call: "POST /announcements/{inactiveAnnouncementId}/media-upload",
    as: "no picture",
    by,
    form: { texts: {}, file: "mapa.txt" },
    status: 415,
    answer: refused("ERR_FILE_TYPE"),
  },
  {
    call: "POST /announcements/{inactiveAnnouncementId}/media-upload",
    as: "without a file",
    by,
    form: { texts: {} },
    status: 400,
    answer: wrong("file"),
  },
  { call: "POST /announcements/{nobody}/media-upload", by, form: { texts: {}, file: "foto.png" }, ...noAnnouncement },
  { call: "DELETE /announcements/{inactiveAnnouncementId}/media-upload", by, answer: forSupers },
  { call: "DELETE /announcements/{inactiveAnnouncementId}", by, answer: { id: "id" } },
  { call: "DELETE /announcements/{nobody}", by, ...noAnnouncement },
];

const audit: ContractRow[] = [
  {
    call: "GET /audit",
    by,
    query: { searchParam: "{deletedCompanyId}", pageNumber: "1", companyId: "{deletedCompanyId}" },
    answer: {
      "entries[].id": "id",
      "entries[].action": "=company.deleted",
      "entries[].user.id": "id",
      "entries[].user.name": "text",
      "entries[].company.name": "text",
      "entries[].subject.id": "id",
      "entries[].changes": "object",
      "entries[].reason": "text?",
      "entries[].createdAt": "iso",
      hasMore: "flag",
    },
  },
  { call: "GET /audit", as: "of no company", by, query: { companyId: "1" }, status: 400, answer: wrong("companyId") },
];

const backups: ContractRow[] = [
  {
    call: "GET /backups",
    by,
    answer: {
      ...{ isPlanned: "flag", isAlive: "flag", folder: "text?", at: "text?", timeZone: "text", kept: "number" },
      ...{ newestAt: "iso?", runningSince: "iso?", last: "object?" },
    },
  },
];

/** Group *admin* of the interface: the calls of super users. */
export const platformContractRows: ContractRow[] = [
  ...companies,
  ...plans,
  ...helps,
  ...announcements,
  ...audit,
  ...backups,
];
