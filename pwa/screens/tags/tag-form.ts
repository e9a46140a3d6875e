import { NewTag } from "../../../contracts/desk/tags.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { checkBy } from "../lists/form-problems.ts";

export type TagForm = { name: string; color: string; isKanban: boolean };

export const tagProblems = checkBy<TagForm>(NewTag, { name: { min_length: m.tags_name_short } });
