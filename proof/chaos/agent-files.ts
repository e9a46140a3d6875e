import { givenRecording } from "../../connector/testing/given-recording.ts";
import { readSample } from "../../sandbox/samples.ts";
import type { AgentFileKind } from "./kinds.ts";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let recording: Promise<Buffer> | undefined;

/** Returns a small file of the kind, in the form of an upload in a browser. */
export async function agentFile(kind: AgentFileKind): Promise<{ blob: Blob; name: string }> {
  if (kind === "image") return { blob: new Blob([PIXEL], { type: "image/png" }), name: "vaso.png" };
  if (kind === "voice") {
    recording ??= givenRecording({ seconds: 1, silentSeconds: 0, hertz: 440 });
    return { blob: new Blob([new Uint8Array(await recording)], { type: "audio/mpeg" }), name: "recado.mp3" };
  }
  const { bytes, mimetype, fileName } = readSample(kind);
  return { blob: new Blob([new Uint8Array(bytes)], { type: mimetype }), name: fileName };
}
