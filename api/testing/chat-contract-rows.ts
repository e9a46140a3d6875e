import type { ContractRow, Fields } from "./contract-rows.ts";

const one = (path = ""): Fields => ({
  [`${path}id`]: "id",
  [`${path}uuid`]: "id",
  [`${path}title`]: "text",
  [`${path}ownerId`]: "id",
  [`${path}lastMessage`]: "text",
  [`${path}updatedAt`]: "iso",
  [`${path}users[].userId`]: "id",
  [`${path}users[].unreads`]: "number",
  [`${path}users[].user.id`]: "id",
  [`${path}users[].user.name`]: "text",
});
const message = (path = ""): Fields => ({
  [`${path}senderId`]: "id?",
  [`${path}sender.name`]: "text",
  [`${path}message`]: "text",
  [`${path}createdAt`]: "iso",
  [`${path}chatId`]: "={chatId}",
});
const refused = (code: string): Fields => ({ code: `=${code}` });

/** The calls of the group *chat*. The admin owns `chatId`, with the agent; `othersChatId` is without the agent. */
export const chatContractRows: ContractRow[] = [
  {
    call: "GET /chats",
    query: { searchParam: "", pageNumber: "1" },
    answer: { hasMore: "flag", ...one("records[].") },
  },
  {
    call: "GET /chats/",
    as: "by a word of the title",
    query: { searchParam: "plantao {chatId}" },
    answer: { "records[].id": "={chatId}" },
  },
  {
    call: "POST /chats",
    by: "admin",
    body: { title: "Vitrine", users: [{ id: "{userId}", name: "Ana" }] },
    answer: one(),
  },
  {
    call: "POST /chats",
    as: "by an agent",
    body: { title: "Vitrine", users: [{ id: "{freeUserId}" }] },
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
  {
    call: "POST /chats",
    as: "with nobody else",
    by: "admin",
    body: { title: "Sozinha", users: [] },
    status: 400,
    answer: refused("ERR_CHAT_WITHOUT_MEMBERS"),
  },
  {
    call: "PUT /chats/{chatId}",
    by: "admin",
    body: { title: "Outro nome", users: [{ id: "{userId}" }, { id: "{freeUserId}" }] },
    answer: { ...one(), title: "=Outro nome" },
  },
  {
    call: "PUT /chats/{chatId}",
    as: "by a member",
    body: { title: "Outro nome" },
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
  { call: "DELETE /chats/{chatId}", by: "admin", answer: { id: "={chatId}" } },
  {
    call: "GET /chats/{chatId}/messages",
    query: { pageNumber: "1" },
    answer: { hasMore: "flag", ...message("records[].") },
  },
  { call: "GET /chats/{othersChatId}/messages", status: 400, answer: refused("UNAUTHORIZED") },
  { call: "POST /chats/{chatId}/messages", body: { message: "Já vou" }, answer: { ...message(), message: "=Já vou" } },
  {
    call: "POST /chats/{chatId}/messages",
    as: "blank",
    body: { message: "  " },
    status: 400,
    answer: refused("ERR_MESSAGE_EMPTY"),
  },
  { call: "POST /chats/{chatId}/read", body: { userId: "{userId}" }, answer: one() },
  {
    call: "POST /chats/{chatId}/read",
    as: "for another",
    body: { userId: "{freeUserId}" },
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
];
