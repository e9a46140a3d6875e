import { strangerName } from "../../texts/stranger-text.ts";

/** The kinds of Pix keys, and `code` for a whole code to copy and paste. */
export const pixKinds = ["email", "phone", "cpf", "cnpj", "random", "code"] as const;
export type PixKind = (typeof pixKinds)[number];

/** Something in a message that a person opens, calls or copies. */
export type Action =
  | { kind: "link"; label: string; url: string }
  | { kind: "call"; label: string; number: string }
  | { kind: "copy"; label: string; code: string }
  | { kind: "pix"; pix: PixKind; key: string }
  | { kind: "items"; count: number };

const pixWords: Record<PixKind, string> = {
  email: "e-mail",
  phone: "telefone",
  cpf: "CPF",
  cnpj: "CNPJ",
  random: "chave aleatória",
  code: "copia e cola",
};
const pixByWord = new Map(pixKinds.map((kind) => [pixWords[kind], kind]));

const oneLine = (text: string) => strangerName(text).replace(/\s+/g, " ");
const labelOf = (label: string) => oneLine(label).replaceAll(": ", " ");

/** Returns the line of an action in a message's body, readable in every client; '' when it has no value. */
export function actionLine(action: Action): string {
  switch (action.kind) {
    case "link":
      return action.url.trim() && `🔗 ${labelOf(action.label) || "Abrir"}: ${oneLine(action.url)}`;
    case "call":
      return action.number.trim() && `📞 ${labelOf(action.label) || "Ligar"}: ${oneLine(action.number)}`;
    case "copy":
      return action.code.trim() && `📋 ${labelOf(action.label) || "Copiar"}: ${oneLine(action.code)}`;
    case "pix":
      return action.key.trim() && `💠 Pix (${pixWords[action.pix]}): ${oneLine(action.key)}`;
    case "items":
      return `📦 Itens: ${action.count}`;
  }
}

function readLine(line: string): Action | null {
  const sign = String.fromCodePoint(line.codePointAt(0) ?? 0);
  const split = line.indexOf(": ");
  if (split < 0) return null;
  const label = line.slice(sign.length + 1, split);
  const value = line.slice(split + 2).trim();
  if (value === "" || line[sign.length] !== " ") return null;
  switch (sign) {
    case "🔗":
      return /^https?:\/\/\S+$/i.test(value) ? { kind: "link", label, url: value } : null;
    case "📞":
      return /^\+?[\d\s().-]{3,30}$/.test(value) ? { kind: "call", label, number: value } : null;
    case "📋":
      return { kind: "copy", label, code: value };
    case "💠": {
      const pix = pixByWord.get(label.slice("Pix (".length, -1));
      return pix && label.startsWith("Pix (") ? { kind: "pix", pix, key: value } : null;
    }
    case "📦":
      return label === "Itens" && /^\d{1,9}$/.test(value) ? { kind: "items", count: Number(value) } : null;
    default:
      return null;
  }
}

export type BodyPart = string | Action;

/** Splits a body into texts and actions, in order; null when it has no action. One pass: the body is untrusted. */
export function readActions(body: string): BodyPart[] | null {
  const parts: BodyPart[] = [];
  let text: string[] = [];
  const endText = () => {
    const joined = text.join("\n").trim();
    if (joined !== "") parts.push(joined);
    text = [];
  };
  for (const line of body.split("\n")) {
    const action = readLine(line);
    if (!action) text.push(line);
    else {
      endText();
      parts.push(action);
    }
  }
  endText();
  return parts.some((part) => typeof part !== "string") ? parts : null;
}
