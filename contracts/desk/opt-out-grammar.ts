import { foldedWords, withoutEnds } from "../texts/folded-words.ts";

/** A longer text is a story and no request, in UTF-16 units. */
const MAX_TEXT = 300;
const MAX_WORDS = 50;

/** Each letter and each word once in a row, so that "mensagensss" and "pare pare" are spelled like the words. */
const once = (words: readonly string[]) =>
  words.map((word) => word.replaceAll(/(\p{L})\1+/gu, "$1")).filter((word, at, all) => word !== all[at - 1]);
const folded = (text: string) => once(foldedWords(text)).join(" ");
const phrasesOf = (text: string) => text.split(/[,\n]/).map(folded).filter(Boolean);

/**
 * A part of a pattern: returns the places in the words at which it may end when it begins at one of `from`. Sets of
 * places keep the work small where the same words can be read in several ways.
 */
type Part = (words: readonly string[], from: ReadonlySet<number>) => ReadonlySet<number>;

/** One of the phrases. */
function any(text: string): Part {
  const phrases = new Map<string, string[][]>();
  for (const phrase of phrasesOf(text)) {
    const [first = "", ...rest] = phrase.split(" ");
    phrases.set(first, [...(phrases.get(first) ?? []), rest]);
  }
  return (words, from) => {
    const ends = new Set<number>();
    for (const at of from)
      for (const rest of phrases.get(words[at] ?? "") ?? [])
        if (rest.every((word, place) => words[at + 1 + place] === word)) ends.add(at + 1 + rest.length);
    return ends;
  };
}
const either =
  (...parts: Part[]): Part =>
  (words, from) =>
    new Set(parts.flatMap((part) => [...part(words, from)]));
const inOrder =
  (...parts: Part[]): Part =>
  (words, from) =>
    parts.reduce((places, part) => part(words, places), from);
const maybe =
  (...parts: Part[]): Part =>
  (words, from) =>
    new Set([...from, ...inOrder(...parts)(words, from)]);
/** The part any number of times, also never. */
const many =
  (part: Part): Part =>
  (words, from) => {
    const ends = new Set(from);
    // A set that grows while it is read: each place is continued once.
    for (const at of ends) for (const end of part(words, new Set([at]))) ends.add(end);
    return ends;
  };

const around: ReadonlySet<string> = new Set(
  phrasesOf(`
    por favor, favor, por gentileza, gentileza, pf, pfv, pff, please, pls, plz, obrigado, obrigada, muito obrigado,
    muito obrigada, brigado, brigada, valeu, grato, grata, agradeço, gracias, muchas gracias, thanks, thank you, thx, oi,
    olá, opa, bom dia, boa tarde, boa noite, hola, buenos días, buenas tardes, buenas noches, hi, hello, hey, pessoal,
    gente, moço, moça, amigo, amiga, senhores, desculpe, desculpa, sorry, ok, tá, então, olha, eu, vocês, você, pode,
    podem, poderia, poderiam, quero que, gostaria que, peço que, peço para, solicito que, puede, pueden, podrían, can you,
    could you, you can, would you, i want you to, mas, já
  `),
);

const MORE = any("mais, nunca mais, nunca, jamais, más, ya, anymore, any more, more, no longer, never, never again");
const MESSAGES = any(`
  mensagem, mensagens, msg, msgs, mensagenzinhas, sms, zap, zaps, propaganda, propagandas, promoção, promoções, promo,
  promos, oferta, ofertas, anúncio, anúncios, publicidade, spam, divulgação, divulgações, marketing, disparos, message,
  messages, text, texts, ads, offers, promotions, mensaje, mensajes, publicidad, promoción, promociones, anuncios
`);
const SMALL = any(`
  a, as, o, os, essa, essas, esse, esses, esta, estas, este, estes, sua, suas, seu, seus, tanta, tantas, tantos, muita,
  muitas, qualquer, nenhuma, nenhum, de, da, das, do, dos, e, nem, la, las, los, esos, esas, estos, sus, ni, y, any, your,
  these, those, the, me, and, or, with
`);
const TAIL = many(
  either(
    MORE,
    any(`
  para mim, pra mim, pro meu número, para o meu número, para meu número, para este número, pra esse número, nesse número,
  neste número, no meu número, no meu celular, no meu whatsapp, no whatsapp, pelo whatsapp, por whatsapp, aqui, to me,
  to this number, on whatsapp, a mí, a este número, en mi whatsapp, de vocês, da empresa, dessa empresa, desta empresa,
  da loja, dessa loja, from you, de ustedes, agora, imediatamente, hoje mesmo, now, ahora
`),
  ),
);
const objects = many(either(SMALL, MORE, MESSAGES));

const STOP = any(`
  pare, parem, para, parar, parando, deixe, deixem, deixar, cesse, cessem, stop, quit, dejen, deja, dejar, deje, pará,
  paren, parar com
`);
const SENDING = any(`
  enviar, enviarem, enviando, mandar, mandarem, mandando, receber, recebendo, escrever, encaminhar, disparar, sending,
  texting, messaging, receiving, getting, enviarme, mandar, mandarme, enviando, escribir, escribirme, recibir
`);
const SEND = any(`
  envie, enviem, envia, enviar, mande, mandem, manda, mandar, escreva, escrevam, encaminhe, encaminhem, envíen, envíe,
  envíes, manden, mandes, escriban, escriba, escribas, send, text, message, write
`);
const NOT = any("não, nao, n, no, ya no, do not, don't, dont, please don't, nunca mais, nunca, jamais, never");
const WANT = any(`
  quero, queria, desejo, gostaria de, gostaria, pretendo, preciso, aceito, autorizo, quiero, quisiera, deseo, acepto, want,
  want to, wish to, would like to, would like
`);
const RECEIVE = any("receber, recebendo, receba, recibir, receive, get");
const REMOVE = any(`
  tira, tire, tirem, tirar, retira, retire, retirem, retirar, remova, remove, removam, remover, exclua, exclui, excluam,
  excluir, apague, apaga, apaguem, apagar, delete, deleta, deletem, deletar, elimine, elimina, eliminen, eliminar, saque,
  saquen, sácame, sáqueme, sáquenme, sacar, quite, quiten, quítame, quíteme, quítenme, borre, borren, bórrame, bórreme,
  take, descadastre, descadastra, descadastrem, descadastrar
`);
const OWN = any("meu, minha, o meu, a minha, este, esse, mi, my, this");
const NUMBER = any(`
  número, número de telefone, número de celular, telefone, celular, contato, whatsapp, zap, number, phone number, contact,
  teléfono, contacto
`);
const FROM = any(
  "da, dessa, desta, de, do, desse, deste, das, dessas, destas, dos, sua, tua, la, esta, su, sus, tu, off, from, of, the, your, this, all, todas as",
);
const LIST = any(`
  lista, listas, lista de transmissão, lista de envio, lista de envios, lista de contatos, lista de mensagens, cadastro,
  base, base de dados, mailing, transmissão, envios, disparos, list, lists, mailing list, base de datos
`);
const LEAVE = any(
  "sair, salir, descadastrar, me descadastrar, desinscrever, me desinscrever, darme de baja, unsubscribe, opt out, leave",
);
const WISH = many(either(WANT, any("quero que, to")));

const small = many(SMALL);
const me = maybe(any("me"));
const meOrUs = maybe(any("me, nos"));
const receive = inOrder(objects, maybe(RECEIVE), objects);

/** A request that nothing else can mean, word for word. */
const sure = either(
  inOrder(STOP, maybe(any("de, com")), me, SENDING, objects, TAIL),
  inOrder(any("stop, chega de, basta de, pare com, parem com, parar com, no more"), small, MESSAGES, objects, TAIL),
  inOrder(any("nunca mais, nunca, jamais, never, never again"), meOrUs, SEND, me, small, MESSAGES, TAIL),
  inOrder(NOT, maybe(any("i")), WANT, receive, MESSAGES, objects, TAIL),
  inOrder(maybe(any("i")), NOT, WANT, receive, MESSAGES, objects, TAIL),
  inOrder(NOT, meOrUs, SEND, me, small, MORE, small, MESSAGES, TAIL),
  inOrder(NOT, meOrUs, SEND, me, small, MESSAGES, TAIL, MORE, TAIL),
  inOrder(WISH, me, REMOVE, me, many(FROM), LIST, TAIL),
  inOrder(WISH, me, REMOVE, OWN, NUMBER, maybe(any("de telefone, de celular")), maybe(FROM, many(FROM), LIST), TAIL),
  inOrder(WISH, LEAVE, FROM, many(FROM), LIST, TAIL),
);

/** Texts that are a request only after a campaign. */
const ofRecipients = either(
  inOrder(STOP, maybe(any("de, com")), maybe(any("isso, esto, it, this")), TAIL),
  inOrder(NOT, meOrUs, SEND, me, many(either(SMALL, MORE, MESSAGES, any("nada, isso"))), TAIL),
  inOrder(WISH, any("me"), REMOVE, TAIL),
);

/** Returns whether the words as a whole are the pattern. */
const isWhole = (pattern: Part, words: readonly string[]) => pattern(words, new Set([0])).has(words.length);

/** Returns the place of the first word at which the pattern begins; -1: nowhere. */
const placeOf = (pattern: Part, words: readonly string[]) =>
  words.findIndex((_, at) => pattern(words, new Set([at])).size > 0);

/** A text about money owed is a complaint or a question about it. */
const BILLS = new Set(
  phrasesOf(`
    boleto, boletos, fatura, faturas, conta, contas, cobrança, cobranças, cobrando, cobrar, paguei, pago, pagar,
    pagamento, pix, débito, débitos, dívida, dívidas, parcela, parcelas, bill, bills, invoice, invoices, paid, payment,
    factura, facturas, deuda, pagué, cobro
  `),
);
/** Before a request, these turn it into its opposite or tell of it. */
const TURNS = new Set(phrasesOf("não, nao, no, n, nunca, never, don't, dont, t, sem, nem, not, jamais"));

/**
 * `sure`: an opt-out from any contact. `recipient`: an opt-out only from a contact that got a campaign. `unsure`: an agent
 * decides.
 */
export type Request = "sure" | "recipient" | "unsure" | null;

/**
 * Reads a text as a request to get no more messages: verb × object × courtesy, in Portuguese, Spanish and English. The
 * whole text must be the request; a request with other words around it, or as a question, is `unsure`.
 */
export function readRequest(text: string): Request {
  if (text.length > MAX_TEXT) return null;
  const words = once(foldedWords(text));
  if (words.length > MAX_WORDS || words.some((word) => BILLS.has(word))) return null;
  const isQuestion = text.includes("?");
  const core = withoutEnds(words, around);
  const isOne = (pattern: Part) => isWhole(pattern, core) || isWhole(pattern, words);
  if (isOne(sure)) return isQuestion ? "unsure" : "sure";
  if (isOne(ofRecipients)) return isQuestion ? null : "recipient";
  const at = placeOf(sure, words);
  return at >= 0 && !TURNS.has(words[at - 1] ?? "") ? "unsure" : null;
}
