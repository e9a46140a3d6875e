import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { answer, refuse } from "../../testing/answers.ts";
import { renderScreen } from "../../testing/render.tsx";
import { AiServer } from "./ai-server.tsx";

const platform = { host: "ia.plataforma.example", model: "padrao" };
const own = { url: "https://ia.olaria.example/v1", model: "geral", hasKey: true };
const button = (name: string) => screen.getByRole("button", { name });

test("AI server: saves address, model and key, and shows the key never again", async () => {
  answer("get", "/ai/server", { own: null, platform });
  const saved = answer("put", "/ai/server", { own, platform });
  const { user } = await renderScreen(<AiServer disabled={false} />);
  expect(await screen.findByText(m.ai_settings_platform(platform))).toBeInTheDocument();
  expect(button(m.ai_settings_save())).toBeDisabled();
  await user.type(screen.getByLabelText(m.ai_settings_url()), own.url);
  await user.type(screen.getByLabelText(m.ai_settings_model()), own.model);
  await user.type(screen.getByLabelText(m.ai_settings_key()), "chave-marcada");
  // The stored server would be tested, not the typed one.
  expect(button(m.ai_settings_test())).toBeDisabled();
  answer("get", "/ai/server", { own, platform });
  await user.click(button(m.ai_settings_save()));
  expect(await screen.findByText(m.ai_settings_own({ host: "ia.olaria.example" }))).toBeInTheDocument();
  expect(saved).toEqual([{ url: own.url, model: own.model, key: "chave-marcada" }]);
  expect(screen.getByLabelText(m.ai_settings_key())).toHaveValue("");
  expect(screen.getByText(m.ai_settings_key_kept())).toBeInTheDocument();
});

test("AI server: an unchanged key is not sent, and a refused address is named", async () => {
  answer("get", "/ai/server", { own, platform: null });
  const sent = refuse("put", "/ai/server", "ERR_VALIDATION", { fields: { url: ["url"] } });
  const { user } = await renderScreen(<AiServer disabled={false} />);
  await user.type(await screen.findByLabelText(m.ai_settings_url()), "/v2");
  await user.click(button(m.ai_settings_save()));
  expect(await screen.findByText(m.ai_settings_bad_url())).toBeInTheDocument();
  expect(sent).toEqual([{ url: `${own.url}/v2`, model: own.model }]);
});

test("AI server: the test shows the answer, or the reason why there is none", async () => {
  answer("get", "/ai/server", { own, platform: null });
  answer("post", "/ai/server/test", { answer: "Bom dia." });
  const { user } = await renderScreen(<AiServer disabled={false} />);
  await screen.findByLabelText(m.ai_settings_url());
  await user.click(button(m.ai_settings_test()));
  expect(await screen.findByText(m.ai_settings_tested({ answer: "Bom dia." }))).toBeInTheDocument();
  refuse("post", "/ai/server/test", "ERR_AI_KEY", { status: 502 });
  await user.click(button(m.ai_settings_test()));
  expect(await screen.findByText(errorMessage("ERR_AI_KEY", {}))).toBeInTheDocument();
  expect(screen.queryByText(m.ai_settings_tested({ answer: "Bom dia." }))).not.toBeInTheDocument();
});

test("AI server: removing the own server returns to the platform's", async () => {
  answer("get", "/ai/server", { own, platform });
  const removed = answer("delete", "/ai/server", { own: null, platform });
  const { user } = await renderScreen(<AiServer disabled={false} />);
  await screen.findByText(m.ai_settings_own({ host: "ia.olaria.example" }));
  answer("get", "/ai/server", { own: null, platform });
  await user.click(button(m.ai_settings_remove()));
  expect(await screen.findByText(m.ai_settings_platform(platform))).toBeInTheDocument();
  expect(removed).toHaveLength(1);
  expect(screen.queryByRole("button", { name: m.ai_settings_remove() })).not.toBeInTheDocument();
});
