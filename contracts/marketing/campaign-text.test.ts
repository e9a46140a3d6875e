import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nameVariables, variableNames } from "../desk/message-variables.ts";
import {
  type CampaignTextValues,
  fillCampaignText,
  filledVariants,
  hasOptOutHint,
  unknownPlaceholders,
  variantAt,
} from "./campaign-text.ts";
import { recipientVariables } from "./campaigns.ts";

const values = (more: Partial<CampaignTextValues> = {}): CampaignTextValues => ({
  recipient: { name: "Helena Sampaio", number: "5531988887777", email: "helena@teste.example" },
  variables: [{ key: "codigo", value: "AB-12" }],
  desk: { firstName: "Helena", ms: "bom dia" },
  ...more,
});

describe("fillCampaignText", () => {
  test.each([
    ["{nome}", "Helena Sampaio"],
    ["{numero} / {email}", "5531988887777 / helena@teste.example"],
    ["Use {codigo}, {{firstName}}: {{ms}}!", "Use AB-12, Helena: bom dia!"],
    ["{ nome } e {{ ms }}", "Helena Sampaio e bom dia"],
    ["{{protocol}}.", "."],
    ["{nada} {{nada}} {Nome} {{nome}} {firstName}", "{nada} {{nada}} {Nome} {{nome}} {firstName}"],
    ["{} { } {{}} } {", "{} { } {{}} } {"],
    ["{nome", "{nome"],
    ["{constructor}{__proto__}", "{constructor}{__proto__}"],
    ["", ""],
  ])("%j becomes %j", (text, expected) => {
    expect(fillCampaignText(text, values()).text).toBe(expected);
  });

  test("a custom variable named .* or $& is text, and so is its value", () => {
    const variables = [
      { key: ".*", value: "$&" },
      { key: "$&", value: "$1" },
      { key: "__proto__", value: "p" },
    ];
    expect(fillCampaignText("a{.*}b{$&}c{__proto__}{x}", values({ variables })).text).toBe("a$&b$1cp{x}");
  });

  test("a filled value is not searched for placeholders", () => {
    const given = values({ variables: [{ key: "a", value: "{nome}{{ms}}" }] });
    expect(fillCampaignText("{a}", given).text).toBe("{nome}{{ms}}");
    const recipient = { name: "{codigo}", number: "", email: "" };
    expect(fillCampaignText("{nome}{{ms}}", { ...given, recipient }).text).toBe("{codigo}bom dia");
  });

  test("the filled parts are in UTF-16 units of the result, and empty values have none", () => {
    const recipient = { name: "Zé 🎉", number: "", email: "z@x" };
    expect(fillCampaignText("🎉{nome}|{numero}|{email}", values({ recipient }))).toEqual({
      text: "🎉Zé 🎉||z@x",
      filled: [
        [2, 7],
        [9, 12],
      ],
    });
  });
});

const key = fc.oneof(
  fc.constantFrom(".*", "$&", "$1", "^", "\\", "[a-z]", "nada", "constructor", "__proto__"),
  fc.stringMatching(/^[^{}\s]{1,12}$/).filter((one) => !(recipientVariables as readonly string[]).includes(one)),
);
const variables = fc.uniqueArray(fc.record({ key, value: fc.string({ maxLength: 12 }) }), {
  selector: (one) => one.key,
  maxLength: 6,
});

/** A text as the pieces that it consists of: plain text without braces, or a custom variable. */
const pieces = fc.tuple(variables, fc.array(fc.oneof(fc.string({ maxLength: 8 }), fc.nat(5)), { maxLength: 12 }));

test("property: each variable becomes its value, everything else stays, and the ranges hold the values", () => {
  fc.assert(
    fc.property(pieces, ([known, parts]) => {
      const written: { source: string; shown: string; value: string | null }[] = parts.map((part) => {
        const one = typeof part === "number" ? known[part] : undefined;
        if (one) return { source: `{${one.key}}`, shown: one.value, value: one.value };
        const plain = String(part).replace(/[{}]/g, "");
        return { source: plain, shown: plain, value: null };
      });
      const result = fillCampaignText(written.map(({ source }) => source).join(""), values({ variables: known }));
      expect(result.text).toBe(written.map(({ shown }) => shown).join(""));
      const filled = written.flatMap(({ value }) => (value ? [value] : []));
      expect(result.filled.map(([start, end]) => result.text.slice(start, end))).toEqual(filled);
    }),
    { seed: 151, numRuns: 500 },
  );
});

describe("unknownPlaceholders", () => {
  const known = [{ key: "codigo" }, { key: ".*" }];
  test.each([
    ["{nome}{numero}{email}{codigo}{.*}", []],
    [variableNames.map((name) => `{{${name}}}`).join(""), []],
    ["Oi {cupom}, {cupom}, {{cupom}}", ["{cupom}", "{{cupom}}"]],
    ["{qualquer}{Nome}{{nome}}{firstName}", ["{qualquer}", "{Nome}", "{{nome}}", "{firstName}"]],
    ["{nome completo}", ["{nome completo}"]],
    ["{ cupom }", ["{cupom}"]],
    ["{{{nome}}}", ["{{nome}}"]],
    ["{} {\n} } {", []],
    ["{constructor}", ["{constructor}"]],
  ])("of %j are %j", (text, expected) => {
    expect(unknownPlaceholders(text, known)).toEqual(expected);
  });
});

describe("filledVariants", () => {
  const of = (messages: string[], confirmationMessages: string[] = [], confirmation = true) =>
    filledVariants({ messages, confirmationMessages, confirmation });

  test("keeps the number of the tab, and blank texts are not filled", () => {
    expect(of(["", "b", " \n", "d", ""], [], false)).toEqual([
      { variant: 2, message: "b", confirmation: "" },
      { variant: 4, message: "d", confirmation: "" },
    ]);
  });

  test("a variant asks its own question; the others share the filled questions evenly", () => {
    const questions = of(["a", "b", "c", "d", "e"], ["A?", "", "C?", "", ""]).map((one) => one.confirmation);
    expect(questions).toEqual(["A?", "A?", "C?", "C?", "A?"]);
    expect(of(["a"], ["", "", "", "", "E?"])).toEqual([{ variant: 1, message: "a", confirmation: "E?" }]);
    expect(of(["a"], ["A?"], false)).toEqual([{ variant: 1, message: "a", confirmation: "" }]);
  });
});

test("property: no variant gets more than one recipient more than another", () => {
  const variants = ["a", "b", "c", "d", "e"].map((message, index) => ({
    variant: index + 1,
    message,
    confirmation: "",
  }));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.nat(500), (many, people) => {
      const counts = new Map(variants.slice(0, many).map(({ variant }) => [variant, 0]));
      for (let place = 0; place < people; place++) {
        const { variant } = variantAt(variants.slice(0, many), place);
        counts.set(variant, (counts.get(variant) ?? 0) + 1);
      }
      const sizes = [...counts.values()];
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }),
    { seed: 153, numRuns: 100 },
  );
});

test.each<[string, boolean]>([
  ["Responda SAIR para não receber mais", true],
  ["Reply STOP to opt out", true],
  ["Escreva *sair*.", true],
  ["Vamos sairmos hoje", false],
  ["Promoção imperdível", false],
  ["Separar é fácil", false],
])("hasOptOutHint of %j is %s", (text, expected) => {
  expect(hasOptOutHint(text)).toBe(expected);
});

const greetings: [text: string, name: string, expected: string][] = JSON.parse(
  readFileSync(new URL("../../proof/field/greetings.json", import.meta.url), "utf8"),
);

test.each(greetings)(
  "a campaign's %j to the recipient %j is %j, with either kind of braces",
  (text, name, expected) => {
    const desk = { ...nameVariables(name), ms: "bom dia" };
    const given = values({ recipient: { name, number: "5511993651283", email: "" }, desk });
    expect(fillCampaignText(text, given).text).toBe(expected);
    expect(fillCampaignText(text.replaceAll("{{name}}", "{nome}"), given).text).toBe(expected);
  },
);
