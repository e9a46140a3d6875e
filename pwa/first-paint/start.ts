import "../styles.css";
import { startStorageWorker } from "../../sync/client/storage-worker-start.ts";
import { loadTextsOfPreloads } from "../i18n/text-tables.ts";
import { showCover } from "./cover.ts";
import { readKeptScreen } from "./kept-screen.ts";
import { setKeptScreen } from "./kept-values.ts";
import { loadSignInFiles } from "./sign-in-files.ts";

/** A page in the background draws no frames: there the app starts after this time. */
const MAX_FRAME_MS = 200;

/** Draws the kept screen before the app's code runs: the browser paints nothing while it runs. */
async function start(): Promise<void> {
  loadSignInFiles();
  const texts = loadTextsOfPreloads();
  const { pathname, search } = location;
  const kept = readKeptScreen(localStorage, { pathname, search, state: history.state });
  setKeptScreen(kept);
  if (kept) {
    const drawn = showCover(kept).then(nextFrame);
    await Promise.race([drawn, new Promise((resolve) => setTimeout(resolve, MAX_FRAME_MS))]);
  }
  if (localStorage.getItem("user") !== null) startStorageWorker();
  await texts;
  await import("../main.tsx");
}

/** Resolves after the next frame was painted. */
const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

void start();
