export { type AiConfig, noAi, readAiConfig } from "./ai-config.ts";
export { type Ai, openAi, openAiBox, readAiServer, readAiState } from "./ai-server.ts";
export { beginAiTest, beginAiText } from "./begin-ai-text.ts";
export { resealAiServer } from "./reseal-ai-server.ts";
export { deleteAiServer, saveAiServer } from "./save-ai-server.ts";
