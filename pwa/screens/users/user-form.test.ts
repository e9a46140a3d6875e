import { expect, test } from "vitest";
import { m } from "../../i18n/paraglide/messages.js";
import { ApiError } from "../../session/api-error.ts";
import { newUser, newUserProblems, userProblems, userRefusal } from "./user-form.ts";
import { formFromWire, wireOf } from "./user-wire.ts";

const form = { ...newUser, name: "Rui Matos", email: "rui@teste.example", password: "Segredo da jarra 7" };

test("user form: a new user requires name, e-mail and password; an existing one keeps the password", () => {
  expect(newUserProblems(newUser)).toEqual({ name: "Obrigatório", email: "Obrigatório", password: "Obrigatório" });
  expect(newUserProblems(form)).toEqual({});
  expect(userProblems({ ...form, password: "" })).toEqual({});
});

test("user form: each field reports its problem", () => {
  expect(newUserProblems({ ...form, name: "R", email: "rui", password: "1234" })).toEqual({
    name: "Muito curto!",
    email: "E-mail inválido",
    password: m.password_weak(),
  });
  const long = { ...form, name: "R".repeat(51), password: `Jarra7${"x".repeat(123)}` };
  expect(userProblems(long)).toEqual({ name: "Muito longo!", password: "Muito longo!" });
});

test("user form: an e-mail in use is reported at its field, other refusals as everywhere", () => {
  const taken = new ApiError(400, { error: "ERR_VALIDATION", fields: { email: ["taken"] } });
  expect(userRefusal(taken)).toEqual({ problems: { email: "Este e-mail já é de outra pessoa." }, failure: null });
  const last = new ApiError(409, { error: "ERR_LAST_ADMIN" });
  expect(userRefusal(last)).toBeNull();
});

test("user form: the server's response and the request describe the same user", () => {
  const answer = {
    id: "1",
    name: "Rui",
    email: "rui@teste.example",
    profile: "supervisor",
    queues: [{ id: "q", name: "Vendas", color: "#111111", UserQueue: { queueId: "q" } }],
    whatsappId: "w",
    allTicket: "enable",
    allHistoric: "disabled",
    allUserChat: "enabled",
    openTickets: 2,
  };
  const read = formFromWire(answer);
  expect(read).toMatchObject({ allTicket: true, allHistoric: false, allUserChat: true, queueIds: ["q"], password: "" });
  expect(wireOf(read)).toMatchObject({
    whatsappId: "w",
    allTicket: "enable",
    allHistoric: "disabled",
    allUserChat: "enabled",
    queueIds: ["q"],
  });
});
