/** What the desk says by itself to contacts, who are spoken to in Portuguese. */
export const words = {
  notUnderstood: "Não entendi. Responda com o número de uma das opções:",
  peopleCome: "Certo, alguém da equipe vai continuar o seu atendimento por aqui.",
  noCalls: "Não atendemos chamadas por aqui. Escreva ou mande um áudio, que já vamos responder.",
} as const;
