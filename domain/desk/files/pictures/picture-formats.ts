import { fork } from "node:child_process";
import { readFile, rm, stat } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import { splitFileName } from "../../../../contracts/texts/stranger-text.ts";

const program = new URL("./heic-process.ts", import.meta.url).pathname;

type Limits = { memoryMb: number; maxMs: number; bytes: number };
/** A photo of 12 megapixels takes about 3 seconds and 250 MB. */
const usual: Limits = { memoryMb: 1_024, maxMs: 30_000, bytes: 32 * 1024 * 1024 };
const POLL_MS = 200;
const PAGE_BYTES = 4_096;

export const isHeic = (mimetype: string): boolean => /^image\/hei[cf](-sequence)?(;|$)/i.test(mimetype);

/** A picture as JPEG; the caller removes the file at `path`. */
export type Converted = { path: string; name: string };

/** One conversion at a time for each process: others wait. With so many waiting, the next picture is not converted. */
const MAX_WAITING = 20;
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Converts a HEIC picture, which browsers and many phones do not show, to JPEG in a child process with limits of
 * memory and time. Null: the file is no HEIC picture. Rejects when it cannot be converted.
 */
export async function jpegOfHeic(from: string, name: string, limits = usual): Promise<Converted | null> {
  const type = await fileTypeFromFile(from);
  if (!type || !isHeic(type.mime)) return null;
  if ((await stat(from)).size > limits.bytes) throw new Error("the picture has too many bytes");
  if (waiting >= MAX_WAITING) throw new Error("too many pictures wait for their conversion");
  const path = `${from}.jpg`;
  waiting += 1;
  const converting = last.then(() => convert(from, path, limits)).finally(() => (waiting -= 1));
  // The next conversion starts after this one, however it ends; its caller gets the error.
  last = converting.catch(() => undefined);
  try {
    await converting;
    return { path, name: jpegName(name) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

export const jpegName = (name: string): string => {
  const { stem, ending } = splitFileName(name);
  return /^\.(heic|heif|hif)$/i.test(ending) || ending === "" ? `${stem || "foto"}.jpg` : name;
};

async function convert(from: string, to: string, { memoryMb, maxMs }: Limits): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = fork(program, [from, to], {
    execArgv: [`--max-old-space-size=${memoryMb}`],
    env: {},
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const timer = setTimeout(() => reject(new Error("the conversion timed out")), maxMs);
  // The decoder's memory is no JavaScript heap, so its limit does not hold for it.
  const watch = setInterval(() => {
    memoryOf(child.pid).then(
      (bytes) => bytes > memoryMb * 1024 * 1024 && reject(new Error("the picture takes too much memory")),
    );
  }, POLL_MS);
  child.once("error", reject);
  child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`the conversion ended with code ${code}`))));
  return promise.finally(() => {
    clearTimeout(timer);
    clearInterval(watch);
    child.kill("SIGKILL");
  });
}

/** Returns the resident memory of a process in bytes; 0 where the system does not report it. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, "utf8").then(
    (text) => Number(text.split(" ")[1]),
    () => 0,
  );
  return pages * PAGE_BYTES;
}
