import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { ReadableStream as NodeStream } from "node:stream/web";

/**
 * A file for a form, streamed from its path. A form's stream must not throw: Node's own file blobs end the whole
 * process when their file is removed or changes during the upload. Here `broken` is aborted instead, which ends the
 * request.
 */
export type FileToSend = { file: File; broken: AbortSignal; close(): Promise<void> };

/** Opens a file for sending; throws when it does not exist. Once open it may be removed. */
export async function openFileToSend(path: string, name: string, type: string): Promise<FileToSend> {
  const handle = await open(path);
  const breaking = new AbortController();
  const { size } = await handle.stat();

  async function* read(): AsyncGenerator<Uint8Array> {
    let left = size;
    try {
      const source = createReadStream(path, { fd: handle, autoClose: false, start: 0, end: Math.max(0, size - 1) });
      for await (const chunk of source) {
        left -= chunk.length;
        yield chunk;
      }
      if (left > 0) throw new Error(`a file ended ${left} bytes too soon`);
    } catch (error) {
      breaking.abort(error);
    }
  }

  class FileOnDisk extends File {
    override readonly size = size;
    override stream() {
      return NodeStream.from(read()) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>;
    }
  }
  return { file: new FileOnDisk([], name, { type }), broken: breaking.signal, close: () => handle.close() };
}
