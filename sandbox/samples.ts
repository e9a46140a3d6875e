import { readFileSync } from "node:fs";
import type { SampleType } from "./wire.ts";

const SAMPLES = {
  image: { file: "caneca.jpg", mimetype: "image/jpeg", seconds: undefined },
  audio: { file: "recado.ogg", mimetype: "audio/ogg; codecs=opus", seconds: 2 },
  video: { file: "caneca.mp4", mimetype: "video/mp4", seconds: 2 },
  sticker: { file: "caneca.webp", mimetype: "image/webp", seconds: undefined },
  document: { file: "pedido.pdf", mimetype: "application/pdf", seconds: undefined },
} as const satisfies Record<SampleType, { file: string; mimetype: string; seconds: number | undefined }>;

/** Reads a small real file of a type, which is sent when no file is given. */
export function readSample(type: SampleType) {
  const { file, mimetype, seconds } = SAMPLES[type];
  const bytes = readFileSync(new URL(`samples/${file}`, import.meta.url));
  return { bytes, mimetype, seconds, fileName: file };
}
