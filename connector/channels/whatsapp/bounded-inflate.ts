import { syncBuiltinESMExports } from "node:module";
import zlib from "node:zlib";

/** The maximum size, after inflation, of a history part or of a stanza. */
export const MAX_INFLATED_BYTES = 256 * 1024 * 1024;

/**
 * Bounds what the library inflates; every program of the connector imports this file before the library. The library
 * inflates the history that the linked phone names without a limit: 64 MiB can become 64 GiB, in a process that
 * serves other companies too. The library calls `node:zlib` directly and has no option for a limit, so this file
 * replaces the two functions that it uses, for the whole process. Exceeding the limit is an error of that one
 * message.
 */
function boundInflate(): void {
  const { createInflate, inflate } = zlib;
  const createBounded: typeof createInflate = (options) => {
    const stream = createInflate(options);
    const push = stream.push.bind(stream);
    let size = 0;
    stream.push = (chunk: Buffer | null) => {
      size += chunk?.length ?? 0;
      if (size <= MAX_INFLATED_BYTES) return push(chunk);
      stream.destroy(new RangeError(`inflated to more than ${MAX_INFLATED_BYTES} bytes`));
      return false;
    };
    return stream;
  };
  const bounded = (buffer: zlib.InputType, ...rest: [...zlib.ZlibOptions[], zlib.CompressCallback]) => {
    const [options, done] = rest.length > 1 ? rest : [{}, rest[0]];
    inflate(buffer, { maxOutputLength: MAX_INFLATED_BYTES, ...options }, done as zlib.CompressCallback);
  };
  // Node defines `createInflate` as read-only.
  Object.defineProperty(zlib, "createInflate", { value: createBounded });
  Object.defineProperty(zlib, "inflate", { value: bounded });
  syncBuiltinESMExports();
}

boundInflate();
