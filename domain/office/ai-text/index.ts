export { type AiConfig, noAi, readAiConfig } from "./ai-config.ts";
export { type Ai, openAi, readAiServer, readAiState } from "./ai-server.ts";

export { beginAiTest, beginAiText } from "./begin-ai-text.ts";
export { deleteAiServer, saveAiServer } from "./save-ai-server.ts";
