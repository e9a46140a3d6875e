import { readRequest } from "../../../contracts/desk/opt-out-grammar.ts";
import { comparableWords, isOneLetterOff } from "./comparable-words.ts";

const phrasings = (text: string): ReadonlySet<string> =>
  new Set(text.split(/[,\n]/).flatMap((phrasing) => comparableWords(phrasing) || []));

/** Opt-outs whoever writes them. */
const clearOptOuts = phrasings(`
  sair, sai, saír, sar, siar, quero sair, quero sair da lista, sair da lista, me tira da lista, me tire da lista,
  tirar da lista, remover da lista, me remova, me remova da lista, remova meu número, remove meu número,
  stop, stpo, sotp, stop all, unsubscribe, unsubscribe me, opt out, optout, descadastrar, descadastre, descadastro,
  me descadastra, me descadastre, quero me descadastrar, descadastrar meu número,
  não quero receber, não quero receber mensagens, não quero receber mais mensagens, não quero mais receber mensagens,
  não quero mais receber, não quero receber mais, não quero receber propaganda, não me mande mais mensagem,
  não me mande mais mensagens, não me mandem mais mensagens, não mande mais mensagem, não mandem mais mensagens,
  parar de receber, parar de receber mensagens, pare de me mandar mensagem, pare de me mandar mensagens,
  pare de mandar mensagens, parem de me mandar mensagens, parem de mandar mensagem, cancelar inscrição,
  cancelar recebimento, cancelar mensagens, remove me, remove me from the list, remove me from your list,
  stop messages, stop messaging me, stop sending me messages, stop texting me, no more messages, do not message me,
  don't message me, take me off the list, darme de baja, dar de baja, dame de baja, quiero darme de baja, salir,
  salir de la lista, desuscribir, desuscribirme, desuscribirse, cancelar suscripción, no quiero recibir mensajes,
  no quiero recibir más mensajes, no quiero más mensajes, no me envíen más mensajes, no me escriban más,
  dejar de recibir mensajes
`);

/** Opt-outs of people who got a campaign; elsewhere they may answer a menu or a flow. */
const optOutsOfRecipients = phrasings(`
  parar, para, pare, parem, parra, paarr, cancelar, cancela, cancele, cancel, baja, de baja, end, quit, fim, chega,
  basta, remover, remova, remove, excluir, exclua, apagar, tirar, me tira, me tire, bloquear, spam, não quero mais,
  não me interessa mais, sem interesse nenhum, não perturbe, me deixe em paz, me deixa em paz, no molestar, detener,
  borrar, eliminar, leave me alone
`);

/** Long words in which one wrong letter is a spelling error and no other word. */
const clearLongWords = ["unsubscribe", "descadastrar", "descadastre", "desuscribir"].map(comparableWords);
const longWordsOfRecipients = ["cancelar"];

/** `clear`: an opt-out whoever writes it. `recipient`: one if the person got a campaign. */
export type OptOutWording = "clear" | "recipient";

/** Returns whether a whole message opts out; null: it does not. */
export function optOutWording(text: string): OptOutWording | null {
  const request = readRequest(text);
  if (request === "sure") return "clear";
  const words = comparableWords(text);
  if (clearOptOuts.has(words) || clearLongWords.some((word) => isOneLetterOff(word, words))) return "clear";
  if (optOutsOfRecipients.has(words) || longWordsOfRecipients.some((word) => isOneLetterOff(word, words)))
    return "recipient";
  return request === "recipient" ? "recipient" : null;
}

const affirmative = phrasings(`
  sim, s, sin, sm, simm, ok, okay, okey, oky, quero, qero, kero, eu quero, quero sim, sim quero, sim eu quero, 1, claro,
  claro que sim, pode, pode sim, sim pode, pode ser, pode mandar, pode enviar, manda, mande, me manda, me mande, envia,
  aceito, confirmo, confirmado, com certeza, certo, positivo, beleza, blz, isso, tenho interesse, eu tenho interesse,
  yes, y, yep, yeah, ya, yess, yes please, sure, of course, send it, i do, i want it, si, sí quiero, quiero, vale, dale,
  claro que si, por supuesto, de acuerdo, acepto, bueno
`);

const negative = phrasings(`
  não, n, nao, naum, num, nã, nop, não quero, não quero não, quero não, 2, não obrigado, não obrigada, não valeu, negativo,
  agora não, hoje não, não agora, não tenho interesse, sem interesse, dispenso, não aceito, não precisa, deixa, nunca,
  jamais, no, nope, nah, no thanks, no thank you, not now, not interested, no gracias, no quiero, ahora no,
  no me interesa, no acepto
`);

/** `isDigit`: a bare number, which may as well answer a menu. */
export type Confirmation = { isYes: boolean; isDigit: boolean };

/** Returns the answer to a confirmation question that a whole message gives; null: another text. */
export function confirmationIn(text: string): Confirmation | null {
  const words = comparableWords(text);
  if (!affirmative.has(words) && !negative.has(words)) return null;
  return { isYes: affirmative.has(words), isDigit: /^\d$/.test(words) };
}
