import fc from "fast-check";
import { expect, test } from "vitest";
import { sizeOf } from "../../../../contracts/testing/sizes.ts";
import { readReply } from "./reply.ts";
import { richText } from "./rich-text.ts";

const text = (...children: object[]) => ({
  type: "text",
  content: { type: "richText", richText: [{ type: "p", children }] },
});
const read = (answer: object) => readReply(answer)?.steps;

test("richText returns WhatsApp's marks for bold, italic and strikethrough, with links as addresses", () => {
  const paragraphs = [
    { type: "p", children: [{ text: "Olá " }, { text: " Ana ", bold: true }, { text: "!", italic: true }] },
    { type: "p", children: [{ text: "" }] },
    {
      type: "ol",
      children: [
        { type: "li", children: [{ type: "lic", children: [{ text: "um" }] }] },
        { type: "li", children: [{ text: "dois", strikethrough: true }] },
      ],
    },
    { type: "p", children: [{ type: "a", url: "https://loja.example", children: [{ text: "a loja" }] }] },
    { type: "p", children: [{ type: "inline-variable", children: [{ type: "p", children: [{ text: "valor" }] }] }] },
  ];
  expect(richText(paragraphs)).toBe("Olá  *Ana* _!_\n\n1. um\n2. ~dois~\na loja (https://loja.example)\nvalor");
});

test("readReply returns the steps in order, the choices, and whether the flow has ended", () => {
  const messages = [
    text({ text: "Veja:" }),
    { type: "image", content: { url: "https://loja.example/a.jpg" } },
    { type: "embed", content: { url: "https://loja.example/mapa" } },
    { type: "image", content: { url: "javascript:alert(1)" } },
    { type: "something new", content: {} },
  ];
  const input = { type: "choice input", items: [{ content: "Sim" }, { content: " " }, { title: "Não" }] };
  expect(readReply({ sessionId: "s", messages, input })).toEqual({
    sessionId: "s",
    steps: [
      { type: "text", text: "Veja:" },
      { type: "media", url: "https://loja.example/a.jpg" },
      { type: "text", text: "https://loja.example/mapa" },
    ],
    choices: ["Sim", "Não"],
    hasEnded: false,
  });
  expect(readReply({ messages: [] })).toEqual({ sessionId: null, steps: [], choices: null, hasEnded: true });
});

test.each([
  ['#{"stopBot":true}', { type: "stop" }],
  ['#{"queueId":7}', { type: "handOver", queueId: "7", userId: null }],
  ['#{"queueId":"a","userId":"b"}', { type: "handOver", queueId: "a", userId: "b" }],
  ['#{"stopBot":false}', { type: "text", text: '#{"stopBot":false}' }],
  ["#{not json", { type: "text", text: "#{not json" }],
  ["# um título", { type: "text", text: "# um título" }],
])("a flow's text is a command or plain text: %s", (said, step) => {
  expect(read({ messages: [text({ text: said })] })).toEqual([step]);
});

const RUNS = sizeOf("FUZZ_FLOW_REPLIES");

test("readReply accepts any input without throwing", () => {
  const loose = fc.dictionary(
    fc.constantFrom(
      "messages",
      "input",
      "sessionId",
      "type",
      "content",
      "richText",
      "children",
      "text",
      "url",
      "items",
      "bold",
    ),
    fc.anything({ withNullPrototype: true, maxDepth: 4 }),
  );
  const nested = fc.record({
    messages: fc.array(fc.record({ type: fc.constantFrom("text", "image", "embed", "x"), content: fc.anything() })),
    input: fc.anything(),
  });
  fc.assert(
    fc.property(fc.oneof(fc.anything(), loose, nested), (answer) => {
      const reply = readReply(answer);
      if (!reply) return;
      for (const step of reply.steps) if (step.type === "text") expect(typeof step.text).toBe("string");
    }),
    { numRuns: RUNS, seed: 11 },
  );
});

test("richText survives a thousand nested levels", () => {
  expect(richText([nested(1_000)])).toBe("");
});

function nested(levels: number): object {
  let node: object = { text: "fundo" };
  for (let level = 0; level < levels; level++) node = { type: "p", children: [node] };
  return node;
}

test("richText shows text down to twenty levels", () => {
  expect([richText([nested(20)]), richText([nested(21)])]).toEqual(["fundo", ""]);
});

const link = (url: string, said: string) => ({ type: "a", url, children: [{ text: said }] });
test.each<[string, object, string]>([
  [
    "a list",
    { type: "ul", children: [{ children: [{ text: "um" }] }, { children: [{ text: "dois" }] }] },
    "• um\n• dois",
  ],
  ["a quotation of two lines", { type: "blockquote", children: [{ text: "um\ndois" }] }, "> um\n> dois"],
  ["a block of code", { type: "code_block", children: [{ text: "a" }, { text: "b" }] }, "```a\nb```"],
  ["code in a line", { children: [{ text: " x ", code: true }, { text: "y" }] }, "`x` y"],
  [
    "several marks on one text",
    { children: [{ text: "x", bold: true, italic: true, strikethrough: true }] },
    "*_~x~_*",
  ],
  ["a mark on a blank text", { children: [{ text: "a" }, { text: " ", bold: true }, { text: "b" }] }, "a b"],
  ["a link with its address as text", link("https://loja.example", "https://loja.example"), "https://loja.example"],
  ["a link without text", link("https://loja.example", ""), "https://loja.example"],
  ["a link without an address", { type: "a", children: [{ text: "loja" }] }, "loja"],
])("richText returns %s as WhatsApp shows it", (_what, node, expected) => {
  expect(richText([node])).toBe(expected);
});

test("a text is read as markdown, rich text or plain text, and an empty one is skipped", () => {
  const richTextContent = [{ type: "p", children: [{ text: "rico" }] }];
  const messages = [
    { type: "text", content: { markdown: "**m**", richText: richTextContent, plainText: "p" } },
    { type: "text", content: { richText: richTextContent, plainText: "p" } },
    { type: "text", content: { plainText: " p " } },
    { type: "text", content: { plainText: " " } },
    { type: "text", content: null },
    { type: "text" },
  ];
  expect(read({ messages })?.map((step) => step.type === "text" && step.text)).toEqual(["**m**", "rico", "p"]);
});

test("a reply has at most fifty steps and fifty choices", () => {
  const messages = Array.from({ length: 51 }, (_, n) => ({ type: "text", content: { plainText: `t${n}` } }));
  const items = Array.from({ length: 51 }, (_, n) => ({ content: `c${n}` }));
  const reply = readReply({ messages, input: { type: "choice input", items } });
  expect([reply?.steps.length, reply?.choices?.length, reply?.choices?.at(-1)]).toEqual([50, 50, "c49"]);
});

test.each([
  ["free text", { type: "text input" }],
  ["choices without a name", { type: "choice input", items: [{ content: " " }, { title: null }, 7] }],
])("an input of %s has no choices and keeps the flow open", (_what, input) => {
  expect(readReply({ messages: [], input })).toMatchObject({ choices: null, hasEnded: false });
});
