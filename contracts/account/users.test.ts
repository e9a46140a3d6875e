import * as v from "valibot";
import { expect, test } from "vitest";
import { NewUserInput, ProfileChange, UserChange } from "./users.ts";

const id = "0190f3a4-0000-7000-8000-000000000001";
const rui = { name: " Rui Matos ", email: " RUI@Loja.example ", password: "Jarra azul 7" };

test("a new user without rights is a user without queues and additional views", () => {
  expect(v.parse(NewUserInput, rui)).toEqual({
    name: "Rui Matos",
    email: "rui@loja.example",
    password: "Jarra azul 7",
    profile: "user",
    queueIds: [],
    connectionId: null,
    allTicket: false,
    allHistoric: false,
    allUserChat: false,
  });
});

test("a queue that is named twice is given once", () => {
  expect(v.parse(NewUserInput, { ...rui, queueIds: [id, id.toUpperCase()] }).queueIds).toEqual([id]);
});

test.each<[string, unknown]>([
  ["name", " R "],
  ["name", "R".repeat(51)],
  ["email", "rui"],
  ["email", ""],
  ["password", ""],
  ["password", "jarra-7"],
  ["profile", "super"],
  ["queueIds", ["vendas"]],
  ["connectionId", ""],
  ["allTicket", "enable"],
])("a new user is refused for %s %j", (field, value) => {
  expect(v.is(NewUserInput, rui)).toBe(true);
  expect(v.is(NewUserInput, { ...rui, [field]: value })).toBe(false);
});

test("a change of one's own profile carries no rights", () => {
  const rights = {
    profile: "admin",
    queueIds: [id],
    connectionId: id,
    allTicket: true,
    allHistoric: true,
    allUserChat: true,
  };
  expect(v.parse(ProfileChange, { name: "Rui", ...rights })).toEqual({
    name: "Rui",
    password: "",
    currentPassword: "",
  });
  expect(v.parse(UserChange, { name: "Rui", ...rights })).toEqual({
    name: "Rui",
    password: "",
    currentPassword: "",
    ...rights,
  });
});

test.each([
  ["profile", ProfileChange],
  ["user", UserChange],
])("in a %s change, an empty password means unchanged and a weak one is refused", (_name, schema) => {
  expect(v.parse(schema, {})).toEqual({ password: "", currentPassword: "" });
  expect([v.is(schema, { password: "" }), v.is(schema, { password: "senha123" })]).toEqual([true, false]);
  expect([v.is(schema, { name: "" }), v.is(schema, { email: "rui@" })]).toEqual([false, false]);
});
