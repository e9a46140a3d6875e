/** The actions of the composer, in the order of its menu. */
export const aiActions = ["improve", "shorten", "translate", "summarise", "suggest"] as const;
export type AiAction = (typeof aiActions)[number];
/** `chat` is the page "Geração de Textos com IA". */
export const aiPurposes = ["chat", ...aiActions] as const;
export type AiPurpose = (typeof aiPurposes)[number];

/** The setting that must be enabled for each purpose. `aiText` must be enabled for all of them. */
export const aiSettings = {
  chat: "aiText",
  improve: "aiImprove",
  shorten: "aiShorten",
  translate: "aiTranslate",
  summarise: "aiSummarise",
  suggest: "aiSuggest",
} as const satisfies Record<AiPurpose, string>;
