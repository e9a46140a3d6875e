import { counted, type Silence, type Watch, withinSilence } from "../../../db/index.ts";
import type { FileStore } from "../../../outside/file-store/index.ts";
import { hashOf } from "../../../outside/file-store/index.ts";

export type Copied = { files: number; bytes: number; present: number };
type Copying = { silence: Silence; signal: AbortSignal };
type Options = Watch & {
  /** Compares the content of files that are present, and of each copy, by their hash. */
  comparesContent?: boolean;
};

/**
 * Copies all files that `to` does not have with the same size. It may be stopped at any time and run again; nothing is
 * removed from `from`. Resolves with the number of copied files and bytes, and of files that were present. Rejects with
 * the name of a file of which no byte moves for the time of the watch.
 */
export async function copyFiles(from: FileStore, to: FileStore, options: Options = {}): Promise<Copied> {
  const { comparesContent, ...watch } = options;
  const copied: Copied = { files: 0, bytes: 0, present: 0 };
  for (const companyId of await from.companies()) {
    for (const { id } of await from.list(companyId)) {
      const name = `file ${companyId}/${id}`;
      watch.onStep?.({ name, done: copied.files + copied.present });
      await withinSilence(name, watch, (silence, signal) => copyOne(companyId, id, { silence, signal }));
    }
  }
  return copied;

  async function copyOne(companyId: string, id: string, at: Copying): Promise<void> {
    if (await isPresent(companyId, id, at)) copied.present += 1;
    else await copy(companyId, id, at);
  }

  async function isPresent(companyId: string, id: string, at: Copying): Promise<boolean> {
    const [size, present] = [await from.size(companyId, id), await to.size(companyId, id)];
    if (size !== present || size === 0) return false;
    return !comparesContent || hasSameContent(companyId, id, at);
  }

  async function copy(companyId: string, id: string, at: Copying): Promise<void> {
    const size = await from.size(companyId, id);
    await to.requireSpace(size);
    await to.put(
      companyId,
      id,
      counted(() => from.read(companyId, id), at.silence, at.signal),
    );
    if (comparesContent && !(await hasSameContent(companyId, id, at)))
      throw new Error(`the copy of file ${id} differs from it`);
    copied.files += 1;
    copied.bytes += size;
  }

  async function hasSameContent(companyId: string, id: string, { silence }: Copying): Promise<boolean> {
    const [one, other] = [await hash(from), await hash(to)];
    return one === other;

    function hash(store: FileStore): Promise<string> {
      return hashOf(store, companyId, id, (count) => silence.bytes(count));
    }
  }
}
