export { type AiServer, askAi, askAiWhole } from "./ask-ai.ts";
