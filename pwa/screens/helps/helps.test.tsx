import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { goOffline } from "../../testing/dialog.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { HelpsScreen } from "./index.tsx";

const video = { id: "h1", title: "Primeiros passos", description: "Conecte um número.", video: "abc&list=x" };

beforeEach(() => {
  server.use(http.get("/first-steps", () => HttpResponse.json({ answered: false, hasSandbox: false })));
});
const lists = (helps: object[]) => server.use(http.get("/helps/list", () => HttpResponse.json(helps)));

test("helps: a topic opens with its text and a link that contains the video's id", async () => {
  lists([video]);
  const { user } = await renderScreen(<HelpsScreen />);
  const topic = await screen.findByRole("button", { name: video.title });
  expect(topic).toHaveAttribute("aria-expanded", "false");
  await user.click(topic);
  expect(await screen.findByText(video.description)).toBeInTheDocument();
  const link = screen.getByRole("link", { name: `${m.helps_watch()}${video.title}` });
  expect(link).toHaveAttribute("href", "https://www.youtube.com/watch?v=abc%26list%3Dx");
});

test("helps: the player is loaded only after a click on the poster", async () => {
  lists([video]);
  const { user } = await renderScreen(<HelpsScreen />);
  await user.click(await screen.findByRole("button", { name: video.title }));
  expect(screen.queryByTitle(video.title)).not.toBeInTheDocument();
  expect(document.querySelector("iframe, img")).toBeNull();
  await user.click(await screen.findByRole("button", { name: m.helps_play({ title: video.title }) }));
  const player = await screen.findByTitle(video.title);
  expect(player).toHaveAttribute(
    "src",
    expect.stringMatching(/^https:\/\/www\.youtube-nocookie\.com\/embed\/abc%26list%3Dx\?/),
  );
});

test("helps: offline the poster says that the video needs internet", async () => {
  lists([video]);
  const { user, replication } = await renderScreen(<HelpsScreen />);
  await user.click(await screen.findByRole("button", { name: video.title }));
  goOffline(replication);
  const poster = await screen.findByRole("button", { name: m.helps_video_offline() });
  expect(poster).toBeDisabled();
  expect(screen.getByRole("link", { name: `${m.helps_watch()}${video.title}` })).toBeInTheDocument();
});

test("helps: a platform without videos says so", async () => {
  lists([]);
  await renderScreen(<HelpsScreen />);
  expect(await screen.findByText(m.helps_empty_title())).toBeInTheDocument();
});

test("helps: a failing server is reported, and can be asked again", async () => {
  server.use(http.get("/helps/list", () => new HttpResponse(null, { status: 500 })));
  const { user } = await renderScreen(<HelpsScreen />);
  const again = await screen.findByRole("button", { name: m.ui_try_again() });
  lists([video]);
  await user.click(again);
  expect(await screen.findByRole("button", { name: video.title })).toBeInTheDocument();
});

test("helps: an admin shows the hidden first steps again", async () => {
  lists([]);
  const replication = createFakeServer();
  replication.put("refs", { id: "firstSteps", rev: 1, kind: "setting", name: "hidden" });
  let sent: unknown;
  server.use(
    http.put("/settings/firstSteps", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({});
    }),
  );
  const { user, router } = await renderScreen(<HelpsScreen />, { replication, path: "/helps" });
  await user.click(await screen.findByRole("button", { name: m.first_steps_show() }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  expect(sent).toEqual({ key: "firstSteps", value: "shown" });
});
