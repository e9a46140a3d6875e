import { NewQuickMessage } from "../../../contracts/desk/quick-messages.ts";
import { checkBy } from "../lists/form-problems.ts";
import type { ChosenPicture } from "./parts/picture-field.tsx";

export type QuickMessageForm = { shortcode: string; message: string; isGeneral: boolean; picture: ChosenPicture };

export const quickMessageProblems = checkBy<QuickMessageForm>(NewQuickMessage);
