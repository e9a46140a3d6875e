import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, onTestFinished, test } from "vitest";
import { openCacheDatabase } from "../../../../sync/client/local/databases.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { renderScreen } from "../../../testing/render.tsx";
import { DeviceSpaceSection } from "./device-space.tsx";

const MEBIBYTE = 1024 * 1024;

function Opened() {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? <DeviceSpaceSection /> : <button type="button" onClick={() => setOpen(true)} />;
}

/** A browser that says this of its storage, and a device with a downloaded file. */
async function givenSection(storage: Pick<StorageManager, "estimate" | "persisted"> | undefined) {
  Object.defineProperty(navigator, "storage", { value: storage, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, "storage");
  });
  const shown = await renderScreen(<Opened />);
  const cache = openCacheDatabase(shown.person);
  onTestFinished(() => cache.close());
  await cache.media.put({ id: "file", blob: new Blob(["vaso"]), size: 20 * MEBIBYTE, usedAt: 1 });
  await shown.user.click(screen.getByRole("button"));
  await screen.findByText(m.device_space_title());
  return { ...shown, cache };
}

const bytesOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

test("the device's use is shown by what uses it, and whether the browser may delete it", async () => {
  const estimate = async () => ({ usage: 30 * MEBIBYTE, quota: 2_048 * MEBIBYTE });
  await givenSection({ estimate, persisted: async () => false });
  expect(screen.getByText(m.device_space_used({ used: "30 MB", quota: "2 GB" }))).toBeInTheDocument();
  expect(bytesOf(m.device_space_files())).toBe("20 MB");
  expect(bytesOf(m.device_space_unsent())).toBe("0 B");
  expect(bytesOf(m.device_space_rest())).toBe("10 MB");
  expect(screen.getByText(m.device_space_not_persistent())).toBeInTheDocument();
});

test("a browser that says nothing is not guessed: only what the desk counts is shown", async () => {
  await givenSection(undefined);
  expect(screen.getByText(m.device_space_unknown())).toBeInTheDocument();
  expect(screen.queryByText(m.device_space_rest())).not.toBeInTheDocument();
  expect(screen.queryByText(m.device_space_not_persistent())).not.toBeInTheDocument();
  expect(bytesOf(m.device_space_files())).toBe("20 MB");
});

test("downloaded files are deleted, and the success is said afterwards", async () => {
  const { user, cache } = await givenSection(undefined);
  await user.click(screen.getByRole("button", { name: m.device_space_delete() }));
  expect(await screen.findByText(m.device_space_deleted())).toBeInTheDocument();
  expect(await cache.media.count()).toBe(0);
  await waitFor(() => expect(bytesOf(m.device_space_files())).toBe("0 B"));
  expect(screen.queryByRole("button", { name: m.device_space_delete() })).not.toBeInTheDocument();
});
