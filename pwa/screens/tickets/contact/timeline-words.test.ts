import { expect, test } from "vitest";
import { timelineWords } from "./timeline-words.ts";

const ana = { id: "a", name: "Ana" };

test("each step is a sentence with who did it", () => {
  expect(timelineWords({ type: "accepted", user: ana, to: null })).toBe("Ana aceitou");
  expect(timelineWords({ type: "closed", user: null, to: null })).toBe("O sistema resolveu");
  expect(timelineWords({ type: "created", user: null, to: null })).toBe("Atendimento aberto pelo contato");
  expect(timelineWords({ type: "newer", user: ana, to: null })).toBe("newer");
});

test("a transfer tells where to: a queue, a person, or none", () => {
  const to = { queue: { id: "q", name: "Trocas" }, user: { id: "b", name: "Bia" } };
  expect(timelineWords({ type: "transferred", user: ana, to })).toBe("Ana transferiu para Trocas · Bia");
  expect(timelineWords({ type: "transferred", user: ana, to: { queue: null, user: null } })).toBe(
    "Ana transferiu para SEM FILA",
  );
});
