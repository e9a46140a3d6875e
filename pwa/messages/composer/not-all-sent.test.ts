import { expect, test } from "vitest";
import { NotAllSent, textLeft } from "./not-all-sent.ts";

test("the text stands in the field again, unless it is the caption of a file that was stored", () => {
  const none = new NotAllSent(0, new Error("full"));
  const some = new NotAllSent(1, new Error("full"));
  expect(textLeft("Bom dia", true, none)).toBe("Bom dia");
  expect(textLeft("Bom dia", true, some)).toBe("");
  expect(textLeft("Bom dia", false, some)).toBe("Bom dia");
  expect(textLeft("Bom dia", true, new Error("another"))).toBe("Bom dia");
});
