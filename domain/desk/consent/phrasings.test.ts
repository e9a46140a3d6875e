import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readRequest } from "../../../contracts/desk/opt-out-grammar.ts";
import { confirmationIn, optOutWording } from "./phrasings.ts";

const clear = [
  ..."SAIR,sair,Sair!,saír,SAIRR,*SAIR*,sair por favor,Quero sair,Sair da lista,me tira da lista,ME REMOVA".split(","),
  ..."STOP,stop.,Stop all,STPO,Unsubscribe,unsubcribe,unsuscribe,please unsubscribe,opt-out,Opt out,remove me".split(
    ",",
  ),
  ..."no more messages,Don't message me,Stop texting me,Descadastrar,descadastar,me descadastra".split(","),
  ..."Não quero receber mensagens,nao quero mais receber mensagens,Parar de receber mensagens".split(","),
  ..."pare de me mandar mensagens,não me mande mais mensagem,darme de baja,Quiero darme de baja,SALIR".split(","),
  ..."No quiero recibir más mensajes,desuscribirme".split(","),
];
const ofRecipients = [
  ..."PARAR,parar,Pare!,parem,PARE POR FAVOR,CANCELAR,cancela,Cancelr,canselar,CANCEL,BAJA,baja.,quit,END,chega".split(
    ",",
  ),
  ..."Não quero mais,remover,me tire,basta,🛑 parar".split(","),
];
const affirmative = [
  ..."sim,SIM,Sim!,s,S.,siiim,simm,ok,OK!,okay,quero,Quero sim,eu quero,1,1️⃣,👍,👍🏽,👍👍,✅,claro,pode mandar".split(
    ",",
  ),
  ..."sim por favor,com certeza,aceito,yes,Yes please,sure,sí,Si,vale,de acuerdo,quiero".split(","),
];
const negative = [
  ..."não,NÃO,nao,n,N.,Não!,naaao,2,👎,❌,não quero,não obrigado,agora não,sem interesse,no,nope,No thanks".split(","),
  ..."no gracias,no quiero,not interested,ahora no".split(","),
];
const ordinary = [
  "pode parar de me ligar amanhã",
  "vou sair agora, falo depois",
  "Quero cancelar meu pedido 123",
  "preciso cancelar a consulta de terça",
  "como faço para sair do grupo?",
  "o ônibus vai parar na porta?",
  "where is the bus stop?",
  "can you stop by tomorrow?",
  "pare na esquina que eu desço",
  "dei baja no sistema ontem",
  "a que horas vocês vão sair?",
  "sim, mas só depois das 18h, e queria saber o preço",
  "ok, e quanto custa?",
  "não entendi",
  "não recebi o boleto",
  "quero saber o preço",
  "1 caixa de 12",
  "12",
  "pagar",
  "Posso pagar com pix?",
  "oi",
  "",
  "   ",
  "?",
  "sair ".repeat(200),
];

test.each(clear)("%s opts out, whoever writes it", (text) => expect(optOutWording(text)).toBe("clear"));
test.each(ofRecipients)("%s opts out a person who got a campaign", (text) =>
  expect(optOutWording(text)).toBe("recipient"),
);
test.each(affirmative)("%s is an affirmative answer and no opt-out", (text) => {
  expect([confirmationIn(text)?.isYes, optOutWording(text)]).toEqual([true, null]);
});
test.each(negative)("%s is a negative answer and no opt-out", (text) => {
  expect([confirmationIn(text)?.isYes, optOutWording(text)]).toEqual([false, null]);
});
test.each(ordinary)("'%s' is an ordinary message", (text) => {
  expect([confirmationIn(text), optOutWording(text)]).toEqual([null, null]);
});

test("the tables have the sizes that the issue asks for", () => {
  expect(new Set([...clear, ...ofRecipients]).size).toBeGreaterThanOrEqual(50);
  expect(new Set([...affirmative, ...negative]).size).toBeGreaterThanOrEqual(30);
});

test("only a bare number is a digit", () => {
  expect(["1", "2️⃣", "sim", "👍"].map((text) => confirmationIn(text)?.isDigit)).toEqual([true, true, false, false]);
});

test("a text of any length takes no longer than a short one", () => {
  const huge = "a".repeat(1_000_000);
  expect([optOutWording(huge), confirmationIn(huge)]).toEqual([null, null]);
});

type Table = Record<"sure" | "recipient" | "unsure" | "no", string[]>;
const table: Table = JSON.parse(readFileSync(new URL("../../../proof/field/opt-outs.json", import.meta.url), "utf8"));

test.each(table.sure)("%s opts out", (text) => expect(optOutWording(text)).toBe("clear"));
test.each(table.recipient)("%s opts out a person who got a campaign only", (text) =>
  expect(optOutWording(text)).toBe("recipient"),
);
test.each(table.unsure)("%s is for a person to decide", (text) =>
  expect([optOutWording(text), readRequest(text)]).toEqual([null, "unsure"]),
);
test.each(table.no)("%j is no request to leave", (text) =>
  expect([optOutWording(text), readRequest(text)]).toEqual([null, null]),
);

test("courtesy around a request changes nothing, a negation before it makes it no request", () => {
  const courtesy = fc.constantFrom("", "por favor ", "Bom dia, ", "obrigado, ", "oi ", "please ");
  const after = fc.constantFrom("", ", obrigada", " por favor!", ". Thank you", " gracias");
  const request = fc.constantFrom("pare de enviar mensagens", "me tire da lista", "stop sending me messages");
  fc.assert(
    fc.property(courtesy, request, after, (before, text, end) => {
      expect(optOutWording(`${before}${text}${end}`)).toBe("clear");
      expect(optOutWording(`não ${text}${end}`)).toBeNull();
    }),
    { seed: 24 },
  );
});

// The words of each can be read in several ways: as one phrase, or as two.
test.each([
  "any more ",
  "nunca mais ",
  "want to ",
  "would like to ",
  "never again ",
  "de las ",
  "lista de envio ",
  "pare ",
])("the grammar reads a text that repeats '%s' and ends wrongly in a bounded time", (repeated) => {
  const start = process.cpuUsage().user;
  for (const before of ["", "stop sending ", "não quero ", "quero me tirar ", "não me mande "])
    for (const end of ["", "x"]) readRequest(`${before}${repeated.repeat(40).slice(0, 250)} ${end}`);
  expect(process.cpuUsage().user - start).toBeLessThan(500_000);
});

test("'pare com isso' is a request of a person who got a campaign", () => {
  expect([optOutWording("Pare com isso"), optOutWording("pare de isso")]).toEqual(["recipient", "recipient"]);
});
