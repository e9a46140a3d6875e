import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { m } from "../../../i18n/paraglide/messages.js";
import { answer } from "../../../testing/answers.ts";
import { saveButton } from "../../../testing/dialog.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { SettingsScreen } from "../../settings/index.tsx";

const help = { id: "h1", title: "Conectar um número", description: "Passo a passo", video: "dQw4w9WgXcQ" };
const button = (name: string) => screen.findByRole("button", { name });
const form = async (name: string) => within(await screen.findByRole("form", { name }));

beforeEach(() => {
  localStorage.clear();
  answer("get", "/companies", { companies: [], count: 0, hasMore: false });
  answer("get", "/plans/all", []);
  answer("get", "/payment-events", []);
  answer("get", "/helps/list", [help]);
});

async function openTab() {
  const rendered = await renderScreen(<SettingsScreen />, { signedIn: { super: true } });
  await rendered.user.click(await screen.findByRole("tab", { name: m.platform_helps() }));
  await screen.findByText(help.title);
  return rendered;
}

test("helps: of a pasted address the code of the video is sent", async () => {
  const sent = answer("post", "/helps");
  const { user } = await openTab();
  const box = await form(m.platform_help_new());
  await user.type(box.getByLabelText(m.platform_title()), "Criar uma fila");
  await user.type(box.getByLabelText(m.platform_video()), "https://youtu.be/9bZkp7q19f0?t=3");
  await user.type(box.getByLabelText(m.platform_description()), "Em dois minutos");
  await user.click(saveButton());
  await waitFor(() =>
    expect(sent).toEqual([{ title: "Criar uma fila", video: "9bZkp7q19f0", description: "Em dois minutos" }]),
  );
});

test("helps: an address that is no video is said at its field, and nothing is sent", async () => {
  const sent = answer("post", "/helps");
  const { user } = await openTab();
  const box = await form(m.platform_help_new());
  await user.type(box.getByLabelText(m.platform_title()), "Criar uma fila");
  await user.type(box.getByLabelText(m.platform_video()), "https://videos.example/9bZkp7q19f0");
  await user.click(saveButton());
  expect(box.getByLabelText(m.platform_video())).toHaveAccessibleDescription(m.platform_video_wrong());
  expect(sent).toEqual([]);
});

test("helps: a video is changed and deleted", async () => {
  const [changed, deleted] = [answer("put", "/helps/h1"), answer("delete", "/helps/h1")];
  const { user } = await openTab();
  await user.click(await button(m.platform_edit_of({ name: help.title })));
  const box = await form(help.title);
  expect(box.getByLabelText(m.platform_video())).toHaveValue(help.video);
  await user.type(box.getByLabelText(m.platform_title()), " novo");
  await user.click(saveButton());
  await waitFor(() => expect(changed).toMatchObject([{ title: "Conectar um número novo" }]));
  await user.click(await button(m.platform_edit_of({ name: help.title })));
  await user.click((await form(help.title)).getByRole("button", { name: m.ui_delete() }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: new RegExp(`^${m.ui_delete()}`) }));
  await waitFor(() => expect(deleted).toHaveLength(1));
});
