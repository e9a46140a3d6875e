import { NewQuickMessage } from "../../../sync/contracts/quick-messages.ts";
import { checkBy } from "../lists/form-problems.ts";

/** `picture`: a string that changes when another picture is chosen. */
export type QuickMessageForm = { shortcode: string; message: string; isGeneral: boolean; picture: string };

export const quickMessageProblems = checkBy<QuickMessageForm>(NewQuickMessage);
