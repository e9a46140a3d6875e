import type { Language } from "../languages.ts";
import type { AiPurpose } from "./ai-purposes.ts";

/**
 * The fixed text that precedes a request, with nothing of the company in it. Screens show it with the rest of what is
 * sent. Placeholders such as [nome] stand for personal data that stays on the device.
 */
export const aiInstructions: Record<AiPurpose, Record<Language, string>> = {
  chat: {
    pt: "Você ajuda a equipe de atendimento de uma empresa a escrever textos. Responda na língua do pedido, só com o texto pedido, sem Markdown.",
    en: "You help a company's customer service team to write texts. Answer in the language of the request, with the requested text only, without Markdown.",
    es: "Ayudas al equipo de atención de una empresa a escribir textos. Responde en el idioma del pedido, solo con el texto pedido, sin Markdown.",
  },
  improve: {
    pt: "Melhore este rascunho de mensagem a um cliente: corrija e deixe mais claro, sem mudar o sentido nem a língua. Mantenha o que está entre colchetes como está. Responda só com o texto.",
    en: "Improve this draft of a message to a customer: correct it and make it clearer without changing its meaning or language. Keep what is in brackets as it is. Answer with the text only.",
    es: "Mejora este borrador de mensaje a un cliente: corrígelo y hazlo más claro, sin cambiar el sentido ni el idioma. Deja lo que está entre corchetes como está. Responde solo con el texto.",
  },
  shorten: {
    pt: "Encurte este rascunho de mensagem a um cliente: diga o mesmo em menos palavras, na mesma língua. Mantenha o que está entre colchetes como está. Responda só com o texto.",
    en: "Shorten this draft of a message to a customer: say the same in fewer words, in the same language. Keep what is in brackets as it is. Answer with the text only.",
    es: "Acorta este borrador de mensaje a un cliente: di lo mismo en menos palabras, en el mismo idioma. Deja lo que está entre corchetes como está. Responde solo con el texto.",
  },
  translate: {
    pt: "Traduza o rascunho para a língua em que o cliente escreveu. Mantenha o que está entre colchetes como está. Responda só com a tradução.",
    en: "Translate the draft into the language in which the customer wrote. Keep what is in brackets as it is. Answer with the translation only.",
    es: "Traduce el borrador al idioma en que escribió el cliente. Deja lo que está entre corchetes como está. Responde solo con la traducción.",
  },
  summarise: {
    pt: "Resuma esta conversa entre um cliente e a equipe em até cinco frases curtas, em português: o que o cliente quer, o que foi combinado, o que falta. Responda só com o resumo.",
    en: "Summarize this conversation between a customer and the team in at most five short sentences, in English: what the customer wants, what was agreed, what is left to do. Answer with the summary only.",
    es: "Resume esta conversación entre un cliente y el equipo en cinco frases cortas como máximo, en español: qué quiere el cliente, qué se acordó, qué falta. Responde solo con el resumen.",
  },
  suggest: {
    pt: "Sugira a próxima resposta da equipe a este cliente, curta e gentil, na língua do cliente. Use as respostas rápidas quando servirem e não invente preço nem prazo. Mantenha o que está entre colchetes como está. Responda só com o texto.",
    en: "Suggest the team's next reply to this customer, short and kind, in the customer's language. Use the quick replies where they fit and do not invent prices or dates. Keep what is in brackets as it is. Answer with the text only.",
    es: "Sugiere la próxima respuesta del equipo a este cliente, corta y amable, en el idioma del cliente. Usa las respuestas rápidas cuando sirvan y no inventes precios ni plazos. Deja lo que está entre corchetes como está. Responde solo con el texto.",
  },
};
