import { expect, test } from "vitest";
import { timelineText } from "./timeline-text.ts";

const ana = { id: "a", name: "Ana" };

test("timelineWords: returns each event as a sentence with its user", () => {
  expect(timelineText({ type: "accepted", user: ana, to: null })).toBe("Ana aceitou");
  expect(timelineText({ type: "closed", user: null, to: null })).toBe("O sistema resolveu");
  expect(timelineText({ type: "created", user: null, to: null })).toBe("Atendimento aberto pelo contato");
  expect(timelineText({ type: "newer", user: ana, to: null })).toBe("Um passo que esta versão não conhece");
});

test("timelineWords: describes automatic events without a user", () => {
  const to = { queue: { id: "q", name: "Trocas" }, user: null };
  expect(timelineText({ type: "routed", user: null, to })).toBe("O contato escolheu Trocas");
  expect(timelineText({ type: "routed", user: null, to: { queue: null, user: null } })).toBe(
    "O contato voltou ao menu",
  );
  expect(timelineText({ type: "redirected", user: null, to })).toBe("Sem escolha, foi para Trocas");
  expect(timelineText({ type: "offered", user: null, to: { queue: null, user: ana } })).toBe("Oferecido a Ana");
  expect(timelineText({ type: "offered", user: null, to })).toBe("Voltou a esperar por qualquer atendente");
  expect(timelineText({ type: "rated", user: null, to: null, rating: 3 })).toBe("O contato avaliou: muito satisfeito");
});

test("timelineWords: names the target queue and user of a transfer, or that there is no queue", () => {
  const to = { queue: { id: "q", name: "Trocas" }, user: { id: "b", name: "Bia" } };
  expect(timelineText({ type: "transferred", user: ana, to })).toBe("Ana transferiu para Trocas · Bia");
  expect(timelineText({ type: "transferred", user: ana, to: { queue: null, user: null } })).toBe(
    "Ana transferiu para SEM FILA",
  );
});

test("timelineText: names the campaign that the contact replied to", () => {
  const reply = { type: "campaignReply", user: null, to: null } as const;
  expect(timelineText({ ...reply, campaign: { id: "c", name: "Primavera" } })).toBe(
    "O contato respondeu à campanha Primavera",
  );
});
