import { expect, test } from "vitest";
import { queueColors } from "../../../../contracts/desk/queues.ts";
import { newQueue, queueProblems, tabOfProblems, withMenu } from "./queue-form.ts";

const none = new Set<string>();
const form = { ...newQueue(none), name: "Vendas" };

test("queue form: a new queue has the first free colour and lacks only a name", () => {
  expect(newQueue(new Set(queueColors.slice(0, 3))).color).toBe(queueColors[3]);
  expect(queueProblems(newQueue(none), none)).toEqual({ name: "Obrigatório" });
  expect(queueProblems(form, none)).toEqual({});
});

test("queue form: each field reports its problem", () => {
  expect(queueProblems({ ...form, name: "V", color: "" }, none)).toEqual({
    name: "Muito curto!",
    color: "Escolha uma cor.",
  });
  expect(queueProblems({ ...form, name: "V".repeat(51) }, none)).toEqual({ name: "Muito longo!" });
  expect(queueProblems(form, new Set([form.color]))).toEqual({ color: "Esta cor já é de outra fila. Escolha outra." });
  expect(queueProblems({ ...form, typebotUrl: "https://bot.exemplo.com.br" }, none)).toEqual({
    typebotSlug: "Obrigatório quando há URL",
  });
  expect(queueProblems({ ...form, typebotUrl: "bot", typebotSlug: "x" }, none)).toHaveProperty("typebotUrl");
  expect(queueProblems({ ...form, position: "três" }, none)).toHaveProperty("position");
  const untitled = { id: "00000000-0000-7000-8000-000000000001", parentId: null, title: " ", message: "" };
  expect(queueProblems({ ...form, menu: [untitled] }, none)).toEqual({ menu: "Dê um nome a cada opção." });
});

test("queue form: opens the tab of the first problem", () => {
  expect(tabOfProblems({})).toBeNull();
  expect(tabOfProblems({ color: "x", typebotSlug: "x" })).toBe("data");
  expect(tabOfProblems({ typebotSlug: "x" })).toBe("typebot");
  expect(tabOfProblems({ schedules: "x" })).toBe("hours");
});

test("queue form: the first option switches the bot on; a bot switched off with options stays off", () => {
  const line = { id: "00000000-0000-7000-8000-000000000001", parentId: null, title: "Orçamento", message: "" };
  expect(withMenu(form, [line])).toEqual({ menu: [line], isChatbot: true });
  expect(withMenu({ ...form, menu: [line] }, [line, line])).toMatchObject({ isChatbot: false });
  expect(withMenu({ ...form, menu: [line], isChatbot: true }, [])).toEqual({ menu: [], isChatbot: true });
});
