import { expect, test } from "vitest";
import { timelineWords } from "./timeline-words.ts";

const ana = { id: "a", name: "Ana" };

test("timelineWords: returns each event as a sentence with its user", () => {
  expect(timelineWords({ type: "accepted", user: ana, to: null })).toBe("Ana aceitou");
  expect(timelineWords({ type: "closed", user: null, to: null })).toBe("O sistema resolveu");
  expect(timelineWords({ type: "created", user: null, to: null })).toBe("Atendimento aberto pelo contato");
  expect(timelineWords({ type: "newer", user: ana, to: null })).toBe("newer");
});

test("timelineWords: describes automatic events without a user", () => {
  const to = { queue: { id: "q", name: "Trocas" }, user: null };
  expect(timelineWords({ type: "routed", user: null, to })).toBe("O contato escolheu Trocas");
  expect(timelineWords({ type: "routed", user: null, to: { queue: null, user: null } })).toBe(
    "O contato voltou ao menu",
  );
  expect(timelineWords({ type: "redirected", user: null, to })).toBe("Sem escolha, foi para Trocas");
  expect(timelineWords({ type: "offered", user: null, to: { queue: null, user: ana } })).toBe("Oferecido a Ana");
  expect(timelineWords({ type: "offered", user: null, to })).toBe("Voltou a esperar por qualquer atendente");
  expect(timelineWords({ type: "rated", user: null, to: null, rating: 3 })).toBe("O contato avaliou: muito satisfeito");
});

test("timelineWords: names the target queue and user of a transfer, or that there is no queue", () => {
  const to = { queue: { id: "q", name: "Trocas" }, user: { id: "b", name: "Bia" } };
  expect(timelineWords({ type: "transferred", user: ana, to })).toBe("Ana transferiu para Trocas · Bia");
  expect(timelineWords({ type: "transferred", user: ana, to: { queue: null, user: null } })).toBe(
    "Ana transferiu para SEM FILA",
  );
});
