import type { ContractRow, Fields } from "./contract-rows.ts";

const refused = (code: string): Fields => ({ code: `=${code}` });
const wrong = (field: string): Fields => ({ ...refused("ERR_VALIDATION"), [`fields.${field}`]: "list" });
const by = "admin";
const server = { url: "https://ia.olaria.example/v1", model: "geral", key: "chave-da-olaria" };
const messages = [{ role: "user", text: "Oi" }];

/** In order: the rows about an own server are the last, because no test may send anything to it. */
export const aiContractRows: ContractRow[] = [
  { call: "POST /openai", body: { prompt: "Escreva um aviso de recesso" }, answer: { answer: "text" } },
  { call: "POST /openai", as: "empty", body: { prompt: " " }, status: 400, answer: wrong("prompt") },
  { call: "POST /openai", as: "too long", body: { prompt: "a".repeat(12_001) }, status: 400, answer: wrong("prompt") },
  {
    call: "POST /ai/answers",
    as: "an action that is off",
    body: { purpose: "suggest", language: "pt", messages },
    status: 409,
    answer: refused("ERR_AI_OFF"),
  },
  {
    call: "POST /ai/answers",
    as: "of an unknown purpose",
    body: { purpose: "hack", language: "pt", messages },
    status: 400,
    answer: wrong("purpose"),
  },
  {
    call: "POST /ai/answers",
    as: "whose last message is not the user's",
    body: { purpose: "chat", language: "pt", messages: [...messages, { role: "assistant", text: "Olá" }] },
    status: 400,
    answer: wrong("messages"),
  },
  { call: "GET /ai", answer: { state: "=on", host: "text" } },
  { call: "POST /ai/server/test", by, answer: { answer: "text" } },
  { call: "POST /ai/server/test", as: "by an agent", status: 403, answer: refused("ERR_NO_PERMISSION") },
  { call: "GET /ai/server", by, answer: { own: "object?", "platform.host": "text", "platform.model": "text" } },
  { call: "GET /ai/server", as: "by an agent", status: 403, answer: refused("ERR_NO_PERMISSION") },
  { call: "PUT /ai/server", as: "by an agent", body: server, status: 403, answer: refused("ERR_NO_PERMISSION") },
  {
    call: "PUT /ai/server",
    as: "in a private network",
    by,
    body: { ...server, url: "https://192.168.0.4/v1" },
    status: 400,
    answer: wrong("url"),
  },
  {
    call: "PUT /ai/server",
    as: "without encryption",
    by,
    body: { ...server, url: "http://ia.olaria.example/v1" },
    status: 400,
    answer: wrong("url"),
  },
  {
    call: "PUT /ai/server",
    by,
    body: server,
    answer: { "own.url": "text", "own.model": "=geral", "own.hasKey": "flag", platform: "object?" },
  },
  { call: "DELETE /ai/server", by, answer: { own: "object?" } },
  { call: "DELETE /ai/server", as: "by an agent", status: 403, answer: refused("ERR_NO_PERMISSION") },
];
