import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { m } from "../../../i18n/paraglide/messages.js";
import { renderScreen } from "../../../testing/render.tsx";
import { withCampaigns } from "../testing/given-campaign.ts";
import { CampaignsOnly } from "./campaigns-only.tsx";

const part = (
  <CampaignsOnly>
    <p>Campanhas da empresa</p>
  </CampaignsOnly>
);

test.each(["admin", "supervisor"] as const)(
  "campaigns: a %s of a company with campaigns sees them",
  async (profile) => {
    await renderScreen(part, { signedIn: { ...withCampaigns, profile } });
    expect(await screen.findByText("Campanhas da empresa")).toBeInTheDocument();
  },
);

test("campaigns: an agent may not use them", async () => {
  await renderScreen(part, { signedIn: { ...withCampaigns, profile: "user" } });
  expect(await screen.findByText(m.ui_no_permission())).toBeInTheDocument();
  expect(screen.getByText(/é para administradores e supervisores/)).toBeInTheDocument();
});

test("campaigns: the addresses do not exist for a company without campaigns", async () => {
  await renderScreen(part);
  expect(await screen.findByText(m.shell_not_found())).toBeInTheDocument();
  expect(screen.queryByText("Campanhas da empresa")).not.toBeInTheDocument();
});
