import fc from "fast-check";
import { expect, test } from "vitest";
import { partsOf, splitText } from "./parts-of.ts";

const id = "01a2027f-69e8-76de-8f1c-7970e67b9c50";
const words = (text: string) => text.split(/\s+/).filter(Boolean).join("");

test("parts together are the whole content, in order, and none exceeds the channel's limit", () => {
  const sign = fc.constantFrom("a", "é", "👨‍👩‍👧", " ", "\n", "palavra ", "🏺");
  const text = fc.array(sign, { maxLength: 400 }).map((signs) => signs.join(""));
  const limit = fc.record({ most: fc.integer({ min: 40, max: 300 }), in: fc.constantFrom("bytes", "characters") });
  fc.assert(
    fc.property(text, limit, (whole, { most, in: unit }) => {
      const parts = splitText(whole, { most, in: unit as "bytes" });
      for (const part of parts)
        expect(unit === "bytes" ? Buffer.byteLength(part) : part.length).toBeLessThanOrEqual(most);
      expect(words(parts.join(""))).toBe(words(whole));
    }),
    { seed: 20_261_122, numRuns: 300 },
  );
});

test("a text is split at the end of a line, else of a word, never within a grapheme", () => {
  const limit = { most: 12, in: "characters" } as const;
  expect(splitText("bom dia\nRita e Ana", limit)).toEqual(["bom dia", "Rita e Ana"]);
  expect(splitText("bom dia Rita", { ...limit, most: 9 })).toEqual(["bom dia", "Rita"]);
  expect(splitText("x".repeat(11) + "👍🏽".repeat(2), limit)).toEqual(["x".repeat(11), "👍🏽👍🏽"]);
});

test("without caption support the caption follows its file; ids are deterministic", () => {
  const content = { id, body: "o vaso", fileId: id, mediaType: "image" as const, quotedId: id };
  expect(partsOf("whatsapp", content)).toEqual([content]);
  const [file, caption, ...none] = partsOf("facebook", content);
  expect([file, none]).toEqual([{ ...content, body: "" }, []]);
  expect(caption).toMatchObject({ body: "o vaso" });
  expect(caption?.fileId).toBeUndefined();
  expect(partsOf("facebook", content)[1]?.id).toBe(caption?.id);
  expect(caption?.id).not.toBe(id);
});
