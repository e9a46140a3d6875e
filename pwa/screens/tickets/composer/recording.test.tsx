import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { SHORTEST_BYTES } from "../../../conversation/composer/recording/shortest-recording.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { type GivenDesk, givenDesk } from "../../../testing/given-desk.ts";
import { composer, renderConversation } from "../testing/render-conversation.tsx";

const ME = "0190d3a0-0000-7000-8000-0000000000a1";
const RATE = 48_000;
const PART_SAMPLES = RATE;

vi.mock("wasm-media-encoders", () => ({
  createEncoder: async () => ({
    configure() {},
    encode: () => new Uint8Array(SHORTEST_BYTES),
    finalize: () => new Uint8Array(1),
  }),
}));

/** The microphone's chunks arrive here. */
let port: { onmessage: ((event: { data: Float32Array }) => void) | null };
const hum = () => act(() => port.onmessage?.({ data: new Float32Array(PART_SAMPLES) }));

let desk: GivenDesk;
beforeEach(() => {
  desk = givenDesk();
  const getUserMedia = async () => ({ getTracks: () => [{ stop() {} }] });
  Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: { getUserMedia } });
  class Context {
    state = "running";
    sampleRate = RATE;
    audioWorklet = { addModule: async () => {} };
    resume = async () => {};
    close = async () => {};
    createMediaStreamSource = () => ({ connect() {} });
  }
  class Node {
    port = { onmessage: null };
    constructor() {
      port = this.port;
    }
  }
  vi.stubGlobal("AudioContext", Context);
  vi.stubGlobal("AudioWorkletNode", Node);
  onTestFinished(() => void vi.unstubAllGlobals());
});

/** Opens a conversation whose recording has its first second. */
async function givenRecording() {
  const ticket = desk.ticket({ contactName: "Helena Sampaio", userId: ME });
  const { user, desk: local } = await renderConversation(desk, ticket, { signedIn: { id: ME } });
  await composer(ticket);
  await user.click(screen.getByRole("button", { name: m.tickets_record() }));
  await screen.findByRole("timer");
  await waitFor(() => expect(port.onmessage).not.toBeNull());
  hum();
  return { ticket, user, local };
}

test("recording: when a part cannot be stored it stops, says so and keeps the parts before", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const { ticket, local } = await givenRecording();
  await waitFor(async () => expect(await local.unsent.voice.get(ticket.id)).toMatchObject({ seconds: 1 }));
  const add = vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  onTestFinished(() => {
    add.mockRestore();
    logged.mockRestore();
  });
  hum();
  expect(await screen.findByRole("alert")).toHaveTextContent(m.tickets_voice_not_stored());
  expect(await screen.findByRole("button", { name: m.tickets_play() })).toBeInTheDocument();
  expect(await local.unsent.voice.get(ticket.id)).toMatchObject({ seconds: 1 });
  expect(logged).toHaveBeenCalledOnce();
});

test("recording: after a deleted one, the next begins at 0:00 while the microphone starts", async () => {
  const { ticket, user, local } = await givenRecording();
  hum();
  expect(await screen.findByRole("timer")).toHaveTextContent("0:02");
  await user.click(screen.getByRole("button", { name: m.tickets_recording_pause() }));
  await user.click(await screen.findByRole("button", { name: m.tickets_discard() }));
  await waitFor(async () => expect(await local.unsent.voice.get(ticket.id)).toBeNull());
  const reading = Promise.withResolvers<null>();
  vi.spyOn(local.unsent.voice, "get").mockReturnValue(reading.promise);
  await user.click(await screen.findByRole("button", { name: m.tickets_record() }));
  expect(await screen.findByRole("timer")).toHaveTextContent("0:00");
});
