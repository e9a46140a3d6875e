import { readFile, writeFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { encodeVoice } from "./encode-voice.ts";

/** Converts one recording beside the connections: decoding and encoding would hold up every line of the process. */
const { from, to } = workerData as { from: string; to: string };
const { ogg, seconds, waveform } = await encodeVoice(await readFile(from));
await writeFile(to, ogg);
parentPort?.postMessage({ seconds, waveform });
