import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { createFakeServer } from "../../sync/client/testing/fake-server.ts";
import { renderScreen } from "../testing/render.tsx";
import { server } from "../testing/server.ts";
import { useFollowCampaigns } from "./use-follow-campaigns.ts";
import { useUser } from "./use-session.ts";

function Part() {
  useFollowCampaigns();
  return useUser().company.settings.map(({ value }) => value);
}
const companyWith = (campaigns: string) => ({
  id: "c1",
  name: "Olaria",
  dueDate: "2030-01-01",
  settings: [{ key: "campaignsEnabled", value: campaigns }],
});

test("when a super user disables campaigns, the session and cshow follow without a new sign-in", async () => {
  const replication = createFakeServer();
  replication.put("refs", { id: "campaignsEnabled", kind: "setting", name: "true" });
  const { person } = await renderScreen(<Part />, { replication, signedIn: { company: companyWith("true") } });
  await waitFor(() => expect(localStorage.getItem("cshow")).toBe("true"));
  const later = { ...person, company: companyWith("false") };
  server.use(http.post("/auth/refresh_token", () => HttpResponse.json({ token: "bearer", user: later })));
  replication.put("refs", { id: "campaignsEnabled", kind: "setting", name: "false" });
  replication.poke("refs");
  await waitFor(() => expect(localStorage.getItem("cshow")).toBeNull());
});
