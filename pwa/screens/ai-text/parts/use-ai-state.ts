import * as v from "valibot";
import { AiState } from "../../../../contracts/office/ai-text.ts";
import { useServerData } from "../../../session/server-data/use-server-data.ts";
import { useSettings } from "../../../session/use-setting.ts";

const read = (answer: unknown) => v.parse(AiState, answer);

/**
 * Returns whether AI is on and which host receives the texts. The setting is on this device, so an admin's switch
 * shows at once and without internet; `host` is null until the server has answered.
 */
export function useAiState(): AiState {
  const { aiText } = useSettings();
  const { data } = useServerData("/ai", read, { version: aiText });
  if (data?.state === "unset") return data;
  return { state: aiText === "enabled" ? "on" : "off", host: data?.host ?? null };
}
