import { type MenuLine, QueueInput, queueColors, type rotationChoices } from "../../../../contracts/desk/queues.ts";
import { type DayHours, usualHours } from "../../../../contracts/hours.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { checkBy, type Problems } from "../../lists/form-problems.ts";
import { inOrder } from "../menu-lines.ts";

/** The values of the queue dialog: the contract's fields, numbers as typed. */
export type QueueForm = {
  name: string;
  color: string;
  greetingMessage: string;
  completionMessage: string;
  outOfHoursMessage: string;
  ratingMessage: string;
  token: string;
  isRotating: boolean;
  rotationMinutes: (typeof rotationChoices)[number];
  position: string;
  isChatbot: boolean;
  typebotEnabled: boolean;
  typebotUrl: string;
  typebotSlug: string;
  typebotDelayMs: string;
  typebotExpiresMinutes: string;
  typebotKeywordFinish: string;
  typebotKeywordRestart: string;
  typebotUnknownMessage: string;
  typebotRestartMessage: string;
  schedules: DayHours[];
  menu: MenuLine[];
};

/** Returns the initial values, with the first colour that no other queue has. */
export function newQueue(taken: ReadonlySet<string>): QueueForm {
  return {
    name: "",
    color: queueColors.find((color) => !taken.has(color)) ?? "",
    greetingMessage: "",
    completionMessage: "",
    outOfHoursMessage: "",
    ratingMessage: "",
    token: "",
    isRotating: false,
    rotationMinutes: 0,
    position: "0",
    isChatbot: false,
    typebotEnabled: false,
    typebotUrl: "",
    typebotSlug: "",
    typebotDelayMs: "1000",
    typebotExpiresMinutes: "0",
    typebotKeywordFinish: "",
    typebotKeywordRestart: "",
    typebotUnknownMessage: "",
    typebotRestartMessage: "",
    schedules: [...usualHours],
    menu: [],
  };
}

const numbered = ({ position, typebotDelayMs, typebotExpiresMinutes, ...same }: QueueForm) => ({
  ...same,
  menu: inOrder(same.menu),
  position: Number(position || 0),
  typebotDelayMs: Number(typebotDelayMs || 0),
  typebotExpiresMinutes: Number(typebotExpiresMinutes || 0),
});

const check = checkBy<ReturnType<typeof numbered>>(QueueInput, {
  color: { required: m.queues_color_required },
  typebotUrl: { check: m.queues_typebot_url_wrong },
  typebotSlug: { required: m.queues_typebot_slug_required },
  menu: { min_length: m.queues_menu_untitled },
});

/** `taken`: the colours of the other queues. */
export function queueProblems(form: QueueForm, taken: ReadonlySet<string>): Problems<QueueForm> {
  const problems: Problems<QueueForm> = check(numbered(form));
  if (!problems.color && taken.has(form.color.trim().toLowerCase()))
    problems.color = m.error_queue_color_already_exists();
  return problems;
}

export type QueueTab = "data" | "typebot" | "hours";

/** Returns the tab of the first problem. */
export function tabOfProblems(problems: Problems<QueueForm>): QueueTab | null {
  const [field] = Object.keys(problems);
  if (!field) return null;
  if (field === "schedules") return "hours";
  return field.startsWith("typebot") ? "typebot" : "data";
}

/** Adding the first option enables the bot. */
export const withMenu = (form: QueueForm, menu: MenuLine[]): Pick<QueueForm, "menu" | "isChatbot"> => ({
  menu,
  isChatbot: form.isChatbot || (form.menu.length === 0 && menu.length > 0),
});
