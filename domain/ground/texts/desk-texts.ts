import type { MediaType } from "../../../contracts/desk/messages.ts";

/** Automatic texts to contacts, in Portuguese. */
export const deskTexts = {
  notUnderstood: "Não entendi. Responda com o número de uma das opções:",
  peopleCome: "Certo, alguém da equipe vai continuar o seu atendimento por aqui.",
  noCalls: "Não atendemos chamadas por aqui. Escreva ou mande um áudio, que já vamos responder.",
  accepted: "Olá {{firstName}}, {{ms}}! Meu nome é {{userName}} e vou continuar o seu atendimento.",
  rate: [
    "Digite de 1 a 3 para avaliar o nosso atendimento:",
    "*1* - _Não gostei_",
    "*2* - _Gostei_",
    "*3* - _Gostei muito_",
  ].join("\n"),
  optedOut:
    "Pronto! Você não vai mais receber as nossas campanhas. Se precisar de atendimento, é só escrever por aqui.",
  /** `queue` or `user` may be null, not both. */
  transferred(queue: string | null, user: string | null): string {
    const department = queue && `para o setor *${queue}*`;
    const agent = user && `${queue ? "com" : "para"} *${user}*`;
    return `Seu atendimento foi transferido ${[department, agent].filter(Boolean).join(", ")}. Aguarde um momento, por favor.`;
  },
} as const;

/** The text of a message without text, in lists of clients that show only text. */
export const mediaKindTexts: Record<Exclude<MediaType, "chat">, string> = {
  image: "Imagem",
  audio: "Áudio",
  video: "Vídeo",
  document: "Documento",
  sticker: "Figurinha",
  vcard: "Contato",
  contactMessage: "Contato",
  locationMessage: "Localização",
  unsupported: "Mensagem não compatível",
};
