type Message = { role: string; content: string };
type Language = "pt" | "en" | "es";

/** Recognizes Balcão's instructions, in its three languages. */
const tasks: [task: "improve" | "shorten" | "translate" | "summarise" | "suggest", words: RegExp][] = [
  ["improve", /^(melhore|improve|mejora)\b/i],
  ["shorten", /^(encurte|shorten|acorta)\b/i],
  ["translate", /^(traduza|translate|traduce)\b/i],
  ["summarise", /^(resuma|summarize|resume)\b/i],
  ["suggest", /^(sugira|suggest|sugiere)\b/i],
];

/** Returns an answer that a person can use, in the language of the request. The same request gets the same answer. */
export function answerTo(messages: readonly Message[]): string {
  const instruction = messages.find(({ role }) => role === "system")?.content ?? "";
  const users = messages.filter(({ role }) => role === "user").map(({ content }) => content);
  const asked = users.at(-1) ?? "";
  const before = messages.findLast(({ role }) => role === "assistant")?.content;
  if (before && /mais curto|fewer words|más corto/i.test(asked)) return firstSentence(before);
  const task = tasks.find(([, words]) => words.test(instruction))?.[0];
  const draft = linesOf(asked, /^(rascunho|draft|borrador)$/i).join("\n") || asked;
  const customer = linesOf(asked, /^(cliente|customer)$/i);
  if (task === "improve") return improved(draft);
  if (task === "shorten") return firstSentence(draft);
  if (task === "translate") return translated(draft, languageOf(customer.join(" ")));
  if (task === "summarise") return summary(customer, languageOf(instruction));
  if (task === "suggest") return suggestion(asked, languageOf(customer.join(" ")));
  return written(asked, languageOf(asked));
}

/** Returns the texts of lines such as "Cliente: Bom dia". A line without a label belongs to the line before it. */
function linesOf(text: string, label: RegExp): string[] {
  const found: string[] = [];
  let isWanted = false;
  for (const line of text.split("\n")) {
    const [, who, rest = ""] = /^([^:]{2,30}): (.*)$/.exec(line) ?? [];
    if (who) {
      isWanted = label.test(who);
      if (isWanted) found.push(rest);
    } else if (isWanted) found.push(line);
  }
  return found;
}

function languageOf(text: string): Language {
  const score = (words: RegExp) => text.match(words)?.length ?? 0;
  const scores: [Language, number][] = [
    ["pt", score(/\b(não|você|uma|para|com|bom|boa|obrigad[oa]|em|que|escreva|português)\b|[ãõç]/gi)],
    ["en", score(/\b(the|you|please|with|and|for|is|my|hello|thanks|english|write|when)\b/gi)],
    ["es", score(/\b(usted|una|gracias|hola|buenos|días|por|con|español|cuándo|el|los|escribe)\b|[¿¡ñ]/gi)],
  ];
  return scores.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

const firstSentence = (text: string) =>
  /^.*?[.!?](?=\s|$)/s.exec(text.trim())?.[0] ?? text.trim().split(/,\s|\n/)[0] ?? "";

function improved(draft: string): string {
  const text = draft.trim().replace(/\s+/g, " ");
  const upper = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(upper) ? upper : `${upper}.`;
}

const translations: Record<Language, string> = {
  pt: "Olá! Segue a tradução da nossa mensagem:",
  en: "Hello! Here is our message in English:",
  es: "¡Hola! Este es nuestro mensaje en español:",
};
const translated = (draft: string, to: Language) => `${translations[to]} ${draft.trim()}`;

function summary(customer: readonly string[], language: Language): string {
  const [first = "", last = ""] = [customer[0], customer.at(-1)];
  const words: Record<Language, string> = {
    pt: `O cliente escreveu ${customer.length} mensagens. Começou com: “${first}” A última foi: “${last}” Falta responder.`,
    en: `The customer wrote ${customer.length} messages. The first was: “${first}” The last was: “${last}” A reply is due.`,
    es: `El cliente escribió ${customer.length} mensajes. Empezó con: “${first}” El último fue: “${last}” Falta responder.`,
  };
  return words[language];
}

function suggestion(asked: string, language: Language): string {
  const [quick] = linesOf(asked, /^(resposta rápida|quick reply|respuesta rápida)$/i);
  const name = /\[(nome|name|nombre)\]/.exec(asked)?.[0];
  const words: Record<Language, string> = {
    pt: `${name ? `${name}, o` : "O"}brigado por escrever! Já estamos vendo isso e respondemos hoje.`,
    en: `${name ? `${name}, t` : "T"}hank you for writing! We are looking into it and will answer today.`,
    es: `${name ? `${name}, ¡g` : "¡G"}racias por escribir! Ya lo estamos viendo y respondemos hoy.`,
  };
  return [words[language], quick?.replace(/^\/\S+ /, "")].filter(Boolean).join(" ");
}

function written(asked: string, language: Language): string {
  const subject = asked.trim().replace(/\s+/g, " ").slice(0, 120);
  const words: Record<Language, string> = {
    pt: `Aqui está uma sugestão de texto para o seu pedido (“${subject}”).\n\nOlá! Temos uma novidade para você. Passe na nossa loja ou responda a esta mensagem: a equipe ajuda com prazer e responde a todas as suas dúvidas.`,
    en: `Here is a text for your request (“${subject}”).\n\nHello! We have something new for you. Visit our store or answer this message: our team is happy to help and to answer all of your questions.`,
    es: `Aquí está un texto para tu pedido (“${subject}”).\n\n¡Hola! Tenemos una novedad para ti. Visita nuestra tienda o responde a este mensaje: el equipo ayuda con gusto y responde todas tus preguntas.`,
  };
  return words[language];
}
