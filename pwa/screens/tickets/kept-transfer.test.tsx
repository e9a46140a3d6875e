import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { m } from "../../i18n/paraglide/messages.js";
import { DirectoryProvider } from "../../session/directory.tsx";
import { formDrafts } from "../../session/form-drafts.ts";
import { renderScreen } from "../../testing/render.tsx";
import { begunForm } from "./begun-forms.ts";
import { TransferBar } from "./transfer-bar.tsx";

async function renderBar() {
  const rendered = await renderScreen(
    <DirectoryProvider>
      <TransferBar ticketId="t1" onGoOn={() => {}} />
    </DirectoryProvider>,
  );
  return rendered;
}
const text = () => screen.queryByText(m.tickets_transfer_begun());

test("a begun transfer waits above the composer; Descartar removes it, and Desfazer brings it back", async () => {
  const { user } = await renderBar();
  expect(text()).not.toBeInTheDocument();
  formDrafts.write(begunForm("transfer", "t1"), { queueId: "q1" });
  expect(await screen.findByText(m.tickets_transfer_begun())).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.ui_discard() }));
  await waitFor(() => expect(text()).not.toBeInTheDocument());
  expect(formDrafts.read(begunForm("transfer", "t1"))).toBeNull();
  await user.click(await screen.findByRole("button", { name: m.ui_undo() }));
  expect(await screen.findByText(m.tickets_transfer_begun())).toBeInTheDocument();
  expect(formDrafts.read(begunForm("transfer", "t1"))).toEqual({ queueId: "q1" });
});
