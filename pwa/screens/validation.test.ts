import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { dashboardDays } from "../../contracts/desk/dashboard.ts";
import { queueColors, rotationChoices } from "../../contracts/desk/queues.ts";
import { pictureExtensions } from "../../contracts/pictures.ts";
import { type Sentence, type ValidationRule, validationTable } from "../../contracts/testing/validation-table.ts";
import { SHORTEST_BYTES } from "../conversation/composer/recording/shortest-recording.ts";
import { m } from "../i18n/paraglide/messages.js";
import { overwriteGetLocale } from "../i18n/paraglide/runtime.js";
import { DEBOUNCE_MS, SEARCH_FROM } from "../ui/hooks/use-debounced.ts";
import { announcementForm, announcementProblems } from "./announcements/announcement-form.ts";
import { connectionProblems, newConnection } from "./connections/parts/connection-form.ts";
import { contactProblems, emptyContact } from "./contacts/parts/contact-form.ts";
import { periodProblem, thisMonth } from "./dashboard/period.ts";
import { dayProblem } from "./hours/week.ts";
import { credentialErrors } from "./login/credentials.ts";
import { newQueue, queueProblems } from "./queues/parts/queue-form.ts";
import { quickMessageProblems } from "./quick-messages/quick-message-form.ts";
import { scheduleProblems } from "./schedules/schedule-form.ts";
import { tagProblems } from "./tags/tag-form.ts";
import { LABEL_LENGTH } from "./tickets/composer/quick-replies.ts";
import { noteOf } from "./tickets/contact/note-text.ts";
import { queueProblem } from "./tickets/queue-problem.ts";
import { profileProblems } from "./users/profile/profile-form.ts";
import { newUser, newUserProblems, userProblems } from "./users/user-form.ts";

type Values = Record<string, never>;
type Problems = { [field: string]: string | null | undefined };

/**
 * The check of each screen's form, by screen; where a screen has a single sentence, it is reported at the rule's
 * field.
 */
const screens: Record<string, (values: Values, field: string) => Problems> = {
  user: (values) => newUserProblems({ ...newUser, ...values }),
  "known user": (values) => userProblems({ ...newUser, ...values }),
  profile: (values) => profileProblems({ name: "", email: "", password: "", currentPassword: "", ...values }),
  contact: (values) => contactProblems({ ...emptyContact, ...values }, null),
  queue: (values) => queueProblems({ ...newQueue(new Set()), ...values }, new Set()),
  connection: (values) => connectionProblems({ ...newConnection, ...values }),
  tag: (values) => tagProblems({ name: "", color: "", isKanban: false, ...values }),
  announcement: (values) => announcementProblems({ ...announcementForm(null), ...values }),
  "quick message": (values) =>
    quickMessageProblems({ shortcode: "", message: "", isGeneral: false, picture: { kind: "none" }, ...values }),
  schedule: (values) =>
    scheduleProblems({
      ...{ contactId: "", contactName: "", contactNumber: "", body: "", sendAt: "", isMarketing: false },
      picture: { kind: "none" },
      ...values,
    }),
  note: ({ note = "" }) => ({ note: noteOf(note).problem }),
  "new ticket": ({ queueId = null }) => ({ queueId: queueProblem(queueId) }),
  "new ticket of an admin": ({ queueId = null }) => ({ queueId: queueProblem(queueId, true) }),
  transfer: ({ queueId = null }) => ({ queueId: queueProblem(queueId) }),
  "dashboard filter": (values, field) => ({ [field]: periodProblem({ days: 0, from: "", to: "", ...values }) }),
  "sign-in": ({ email = "", password = "" }) => credentialErrors(email, password),
  hours: (values, field) => ({
    [field]: dayProblem({ weekday: "", weekdayEn: "monday", startTime: "", endTime: "", ...values }),
  }),
};

const id = randomUUID();
const names: Record<string, string> = {
  unique: "ab",
  ownEmail: "ana@demo.example",
  newNumber: "5531955500148",
  freeColor: "1f2e3d4c",
  shortColor: "a1b",
  tomorrow: "2026-11-23",
};

/** Replaces every `{name}` with a text. */
function filled(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? id);
  return Array.isArray(value) ? value.map(filled) : value;
}

function problemOf(form: string, { field, beside }: ValidationRule, value: unknown): string | null {
  const values = { ...validationTable[form]?.body, ...beside, [field]: value };
  const typed = Object.fromEntries(Object.entries(values).map(([key, each]) => [key, filled(each)])) as Values;
  return screens[form]?.(typed, field)[field] ?? null;
}

const rows = Object.entries(validationTable).flatMap(([form, { rules }]) =>
  rules.map((rule) => ({ form, rule, field: rule.field, sentence: rule.says.pt })),
);

test("validation: the table and the screens have the same forms", () => {
  expect(Object.keys(screens)).toEqual(Object.keys(validationTable));
});

describe.each(["pt", "en", "es"] as const)("validation in %s", (language) => {
  test.each(rows)("$form, $field: $sentence", ({ form, rule }) => {
    overwriteGetLocale(() => language);
    const said = rule.fails.map((value) => [value, problemOf(form, rule, value)]);
    expect(said).toEqual(rule.fails.map((value) => [value, rule.says[language]]));
    const taken = rule.passes.map((value) => [value, problemOf(form, rule, value)]);
    expect(taken).toEqual(rule.passes.map((value) => [value, null]));
  });
});

/** The sentences of refusals that belong to no field. */
const refusals: { when: string; said: () => string; says: Sentence }[] = [
  {
    when: "a conversation or a screen that is not this person's",
    said: m.ui_no_permission,
    says: { pt: "Acesso não permitido", en: "Access denied", es: "Acceso no permitido" },
  },
  {
    when: "the company's due date is past",
    said: () => m.login_due({ date: "01/11/2026" }),
    says: {
      pt: "Ops! Sua assinatura venceu 01/11/2026. Entre em contato com o Suporte para mais informações!",
      en: "Oops! Your subscription ended 01/11/2026. Contact Support for more information!",
      es: "¡Ups! Tu suscripción venció 01/11/2026. ¡Contacta a Soporte para más información!",
    },
  },
];

test.each(refusals)("$when: has a sentence in three languages", ({ said, says }) => {
  for (const language of ["pt", "en", "es"] as const) {
    overwriteGetLocale(() => language);
    expect(said()).toBe(says[language]);
  }
});

const typebot = newQueue(new Set());

/** Rules of service-desk.md §9 that a screen enforces rather than a form. */
test.each<[string, unknown, unknown]>([
  ["a search waits after the last key, ms", DEBOUNCE_MS, 500],
  ["characters from which contacts and colleagues are searched", SEARCH_FROM, 3],
  ["the shortest recording, bytes", SHORTEST_BYTES, 10_000],
  ["characters of a quick message in its list", LABEL_LENGTH, 35],
  ["colours of the palette", new Set(queueColors).size, 50],
  ["minutes of rotation", [...rotationChoices], [0, 2, 5, 10, 15, 30, 45, 60]],
  ["periods of the dashboard, days", [...dashboardDays], [3, 7, 15, 30, 60, 90]],
  ["the dashboard begins with this month", thisMonth("2026-11-21"), { days: 0, from: "2026-11-01", to: "2026-11-21" }],
  ["a picture's endings", pictureExtensions, ".png,.jpg,.jpeg"],
  ["typebot's delay and end", [typebot.typebotDelayMs, typebot.typebotExpiresMinutes], ["1000", "0"]],
  ["redirecting", newConnection.redirectAfterMinutes, "0"],
  ["a new user's profile", newUser.profile, "user"],
  ["what a new user sees beside", [newUser.allTicket, newUser.allHistoric, newUser.allUserChat], [false, false, false]],
])("limits of service-desk.md §9: %s", (_limit, found, wanted) => {
  expect(found).toEqual(wanted);
});
