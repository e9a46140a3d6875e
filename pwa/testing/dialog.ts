import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { FakeServer } from "../../sync/client/testing/fake-server.ts";
import { m } from "../i18n/paraglide/messages.js";

/** Finds the field with this label, once its dialog is drawn. */
export const field = (label: string) => screen.findByLabelText(label);

export const saveButton = () => screen.getByRole("button", { name: m.ui_save() });

export const tab = (name: string) => screen.findByRole("tab", { name });

/** Enters a text in the search field by one event: between two letters a busy machine may search for the first ones. */
export async function search(user: UserEvent, text: string): Promise<void> {
  await user.click(await screen.findByRole("searchbox"));
  await user.paste(text);
}

/** Disconnects the network of a drawn screen and lets its desk detect it. */
export function goOffline(replication: FakeServer): void {
  replication.online = false;
  replication.poke("refs");
}
