import { readFile, writeFile } from "node:fs/promises";
import jpeg from "jpeg-js";
import libheif from "libheif-js/wasm-bundle.js";

/** More pixels than any phone's camera; each takes four bytes. */
const MAX_PIXELS = 60_000_000;
/** A larger picture is halved: phones and browsers show no more. */
const ENOUGH_PIXELS = 16_000_000;
const QUALITY = 85;

/** Runs in a child process, so that a harmful file affects nothing else. The process gets two paths and no secrets. */
async function main(from: string, to: string): Promise<void> {
  const [image] = new libheif.HeifDecoder().decode(await readFile(from));
  if (!image) throw new Error("the file has no picture");
  const [width, height] = [image.get_width(), image.get_height()];
  if (!(width > 0 && height > 0 && width * height <= MAX_PIXELS)) throw new Error("the picture is too large");
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const picture = { data: new Uint8ClampedArray(width * height * 4), width, height };
  image.display(picture, (shown) => (shown ? resolve() : reject(new Error("the picture is broken"))));
  await promise;
  const small = width * height > ENOUGH_PIXELS ? halved(picture) : picture;
  await writeFile(to, jpeg.encode({ ...small, data: Buffer.from(small.data.buffer) }, QUALITY).data);
}

type Pixels = { data: Uint8ClampedArray; width: number; height: number };

/** Averages squares of four pixels. */
function halved({ data, width, height }: Pixels): Pixels {
  const [columns, rows] = [Math.floor(width / 2), Math.floor(height / 2)];
  const out = new Uint8ClampedArray(columns * rows * 4);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const from = (y * 2 * width + x * 2) * 4;
      const to = (y * columns + x) * 4;
      for (let part = 0; part < 4; part++) {
        const at = from + part;
        const below = at + width * 4;
        out[to + part] = ((data[at] ?? 0) + (data[at + 4] ?? 0) + (data[below] ?? 0) + (data[below + 4] ?? 0)) / 4;
      }
    }
  }
  return { data: out, width: columns, height: rows };
}

await main(process.argv[2] ?? "", process.argv[3] ?? "");
