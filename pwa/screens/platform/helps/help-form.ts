import * as v from "valibot";
import { HelpInput } from "../../../../contracts/office/helps.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { apiSend } from "../../../session/api-fetch.ts";
import { checkBy } from "../../lists/form-problems.ts";
import type { ListPage } from "../../lists/index.ts";

export const Help = v.object({ id: v.string(), title: v.string(), description: v.string(), video: v.string() });
export type Help = v.InferOutput<typeof Help>;

const Helps = v.array(Help);
export const helpPage = (answer: unknown): ListPage<Help> => ({ rows: v.parse(Helps, answer), hasMore: false });

/** `video`: the code or an address, as typed. */
export type HelpForm = Omit<Help, "id">;
export const helpForm = (help: Help | null): HelpForm => ({
  title: help?.title ?? "",
  video: help?.video ?? "",
  description: help?.description ?? "",
});
export const helpProblems = checkBy<HelpForm>(HelpInput, { video: { check: m.platform_video_wrong } });

export const helpCalls = {
  save(id: string | null, form: HelpForm) {
    const help = v.parse(HelpInput, form);
    return id ? apiSend("PUT", `/helps/${id}`, help) : apiSend("POST", "/helps", help);
  },
  remove: (id: string) => apiSend("DELETE", `/helps/${id}`),
};
