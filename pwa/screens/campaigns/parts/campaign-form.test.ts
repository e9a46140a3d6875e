import { expect, test } from "vitest";
import { ApiError } from "../../../session/api-error.ts";
import { givenCampaign } from "../testing/given-campaign.ts";
import {
  bodyOf,
  type CampaignForm,
  campaignRefusal,
  formOf,
  newCampaign,
  campaignProblems as problemsOf,
  type StartCheck,
} from "./campaign-form.ts";

const start: StartCheck = { now: new Date("2026-11-20T12:00:00Z"), timeZone: "America/Sao_Paulo", kept: null };
const campaignProblems = (form: CampaignForm, variables: Parameters<typeof problemsOf>[1], change = {}) =>
  problemsOf(form, variables, { ...start, ...change });

const named = (change: Partial<ReturnType<typeof newCampaign>> = {}) => ({
  ...newCampaign(),
  name: "Natal",
  ...change,
});
const texts = (first: string) => [first, "", "", "", ""];

test("campaign form: a draft needs only a name of 2 to 50 characters", () => {
  expect(campaignProblems(named(), [])).toEqual({});
  expect(campaignProblems(newCampaign(), []).name).toBe("Obrigatório");
  expect(campaignProblems(named({ name: "a" }), []).name).toBe("Muito curto!");
  expect(campaignProblems(named({ name: "a".repeat(51) }), []).name).toBe("Muito longo!");
});

test("campaign form: a scheduled campaign needs a message, people and a connection", () => {
  const scheduled = named({ scheduledAt: "2026-11-25T10:00", confirmation: true });
  expect(Object.keys(campaignProblems(scheduled, [])).sort()).toEqual([
    "confirmationMessages",
    "connectionIds",
    "listId",
    "messages",
  ]);
  const complete = {
    ...scheduled,
    messages: texts("Oi"),
    confirmationMessages: texts("Posso?"),
    tagId: crypto.randomUUID(),
    connectionIds: [crypto.randomUUID()],
  };
  expect(campaignProblems(complete, [])).toEqual({});
});

test("campaign form: a variable that nothing fills is named", () => {
  const problems = campaignProblems(named({ messages: texts("Oi {cupom} {nome} {desconto}") }), [
    { key: "desconto", value: "15%" },
  ]);
  expect(problems.messages).toContain("{cupom}");
  expect(problems.messages).not.toContain("{desconto}");
});

test("campaign form: questions are checked only when the confirmation is on", () => {
  const confirmationMessages = texts("{cupom}?");
  expect(campaignProblems(named({ confirmationMessages }), [])).toEqual({});
  expect(campaignProblems(named({ confirmationMessages, confirmation: true }), []).confirmationMessages).toContain(
    "{cupom}",
  );
});

test.each(["0", "1,5", "abc", "100001", "-3"])("campaign form: %s is no daily limit", (dailyLimit) => {
  expect(campaignProblems(named({ dailyLimit }), []).dailyLimit).toBeDefined();
});

test("campaign form: the window needs a day and an end after its start", () => {
  const window = newCampaign().window;
  expect(campaignProblems(named({ window: { ...window, days: [] } }), []).window).toBe("Escolha pelo menos um dia");
  expect(campaignProblems(named({ window: { ...window, end: "08:00" } }), []).window).toBe(
    "O fim vem depois do início",
  );
});

test("campaign form: the body has the interface's names, and a read campaign gives the same form", () => {
  const form = formOf(
    givenCampaign({
      whatsappId: "w1,w2",
      contactListId: "l1",
      tagListId: "t1",
      dailyLimit: 200,
      scheduledAtLocal: "2026-11-25T10:00",
      message3: "Três",
      confirmationMessage5: "Cinco?",
    }),
  );
  expect(form).toMatchObject({ connectionIds: ["w1", "w2"], listId: "l1", tagId: "t1", dailyLimit: "200" });
  expect(bodyOf(form)).toMatchObject({
    name: "Natal",
    message1: "Olá, {nome}!",
    message3: "Três",
    confirmationMessage5: "Cinco?",
    contactListId: "l1",
    tagListId: "t1",
    whatsappId: "w1,w2",
    scheduledAt: "2026-11-25T10:00",
    dailyLimit: 200,
    replyQueueId: null,
  });
  expect(bodyOf(newCampaign())).toMatchObject({ scheduledAt: null, dailyLimit: null, whatsappId: "" });
});

test("campaign form: the server's refusal of a variable names it", () => {
  const refused = new ApiError(400, { error: "ERR_CAMPAIGN_VARIABLE", details: { variable: "{cupom}" } });
  expect(campaignRefusal(refused)?.failure).toContain("{cupom}");
  expect(campaignRefusal(new ApiError(400, { error: "ERR_VALIDATION" }))).toBeNull();
});

test("campaign form: a start time in the past is refused, in the company's time zone", () => {
  const at = (scheduledAt: string, change: Partial<StartCheck> = {}) =>
    campaignProblems(named({ scheduledAt }), [], change).scheduledAt;
  expect(at("2026-11-20T08:59")).toBe("Essa hora já passou: escolha uma hora no futuro.");
  expect(at("2026-11-20T09:00")).toBeDefined();
  expect(at("2026-11-20T09:01")).toBeUndefined();
  expect(at("2016-11-21T10:00")).toBeDefined();
  expect(at("2026-11-20T09:01", { timeZone: "America/Noronha" })).toBeDefined();
  // The hour that is repeated at the end of daylight saving: its later minute counts.
  const newYork = { timeZone: "America/New_York", now: new Date("2026-11-01T05:45:00Z") };
  expect(at("2026-11-01T01:30", newYork)).toBeUndefined();
  expect(at("2026-11-01T01:30", { ...newYork, now: new Date("2026-11-01T06:31:00Z") })).toBeDefined();
});

test("campaign form: a campaign that has started repeats its past time", () => {
  const scheduledAt = "2026-11-19T10:00";
  expect(campaignProblems(named({ scheduledAt }), [], { kept: scheduledAt }).scheduledAt).toBeUndefined();
});
