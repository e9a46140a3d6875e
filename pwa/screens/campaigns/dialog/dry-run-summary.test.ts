import { expect, test } from "vitest";
import { givenPreview } from "../testing/given-campaign.ts";
import { summaryOf } from "./dry-run-summary.ts";

test("dry run summary: counts the people, the reasons and the time", () => {
  expect(summaryOf(givenPreview())).toBe(
    "30 contatos: 2 sem WhatsApp e 3 que pediram para sair ficam de fora. Dura cerca de 55 min. Risco de bloqueio: baixo.",
  );
  expect(summaryOf(givenPreview({ total: 0, excluded: [] }))).toBe("ninguém na lista nem na tag.");
  expect(summaryOf(givenPreview({ excluded: [], startsAt: null, endsAt: null }))).toBe(
    "30 contatos: todos recebem. Risco de bloqueio: baixo.",
  );
});
