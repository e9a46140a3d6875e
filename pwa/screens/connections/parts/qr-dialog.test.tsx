import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import type { ConnectionRef } from "../../../../contracts/desk/refs.ts";
import { createFakeServer } from "../../../../sync/client/testing/fake-server.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { givenConnection } from "../../../testing/refs.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { QrDialog } from "./qr-dialog.tsx";

let connection: ConnectionRef;
let codes: { qrcode: string; pairingCode: string };
const close = vi.fn();
beforeEach(() => {
  connection = givenConnection(createFakeServer(), { status: "qrcode", number: "" });
  codes = { qrcode: "2@abc", pairingCode: "" };
  close.mockClear();
  server.use(http.get(`/whatsapp/${connection.id}`, () => HttpResponse.json(codes)));
});
const renderDialog = () => renderScreen(<QrDialog connection={connection} onClose={close} />);

test("QR dialog: names the number that was connected before in the first step", async () => {
  connection = { ...connection, number: "5531955500100" };
  await renderDialog();
  const step = m.connections_qr_step_1({ number: "+55 (31) 95550-0100" });
  expect(await screen.findByText(step)).toBeInTheDocument();
});

test("QR dialog: says that the code is being prepared while there is none", async () => {
  codes = { qrcode: "", pairingCode: "" };
  await renderDialog();
  expect(await screen.findByText(m.connections_qr_preparing())).toBeInTheDocument();
});

test("QR dialog: shows how long a code is valid once it follows another", async () => {
  await renderDialog();
  await screen.findByTitle(m.connections_qr_alt({ name: connection.name }));
  expect(screen.queryByRole("timer")).not.toBeInTheDocument();
  codes = { qrcode: "2@def", pairingCode: "" };
  expect(await screen.findByRole("timer")).toHaveTextContent(/\d+ s/);
});

test("QR dialog: a wrong number is refused at its field, a right one gets a code to type", async () => {
  const asked: unknown[] = [];
  server.use(
    http.post(`/whatsappsession/${connection.id}/pairing-code`, async ({ request }) => {
      asked.push(await request.json());
      codes = { qrcode: "", pairingCode: "ABCD1234" };
      return HttpResponse.json({});
    }),
  );
  const { user } = await renderDialog();
  await user.click(await screen.findByRole("button", { name: m.connections_code_use() }));
  const number = screen.getByLabelText(m.connections_code_number());
  await user.type(number, "123{Enter}");
  expect(number).toHaveAccessibleDescription(m.connections_code_number_wrong());
  expect(asked).toEqual([]);
  await user.clear(number);
  await user.type(number, "5531955500100{Enter}");
  expect(await screen.findByText("ABCD-1234")).toBeInTheDocument();
  expect(asked).toHaveLength(1);
  expect(screen.getByText(m.connections_code_step_2())).toBeInTheDocument();
});

test("QR dialog: returns from the typed code to the QR code", async () => {
  const { user } = await renderDialog();
  await user.click(await screen.findByRole("button", { name: m.connections_code_use() }));
  await user.click(screen.getByRole("button", { name: m.connections_code_use_qr() }));
  expect(await screen.findByTitle(m.connections_qr_alt({ name: connection.name }))).toBeInTheDocument();
});

test("QR dialog: closes once the phone is connected and says so", async () => {
  connection = { ...connection, status: "CONNECTED" };
  await renderDialog();
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(await screen.findByText(m.connections_qr_done({ name: connection.name }))).toBeInTheDocument();
});
