import { NewQuickMessage } from "../../../sync/contracts/quick-messages.ts";
import { checkBy } from "../lists/form-problems.ts";

/** `picture`: a word that differs when another is chosen. */
export type QuickMessageForm = { shortcode: string; message: string; isGeneral: boolean; picture: string };

export const quickMessageProblems = checkBy<QuickMessageForm>(NewQuickMessage);
