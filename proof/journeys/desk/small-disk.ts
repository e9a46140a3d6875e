import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A profile of the browser, its files and the app need about 15 MB. */
const SIZE_MB = 80;
const BLOCK = 4_096;

/** Whether this machine lets us mount a file system. */
export const isSmallDiskPossible: boolean = (() => {
  try {
    mountSmallDisk().unmount();
    return true;
  } catch {
    return false;
  }
})();

/** Mounts a small file system of its own. */
export function mountSmallDisk() {
  const folder = mkdtempSync(join(tmpdir(), "balcao-small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE_MB}m`, "tmpfs", folder], { stdio: "ignore" });
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  const fillers: string[] = [];
  return {
    profile: join(folder, "profile"),
    /** Leaves no block free. */
    fill(): void {
      for (const size of [1024 * 1024, BLOCK])
        while (writes(join(folder, `filler-${fillers.length}`), size)) fillers.push(`filler-${fillers.length}`);
    },
    free(): void {
      for (const name of fillers.splice(0)) rmSync(join(folder, name));
    },
    unmount(): void {
      execFileSync("umount", ["-l", folder]);
      rmdirSync(folder);
    },
  };
}

function writes(path: string, size: number): boolean {
  try {
    writeFileSync(path, Buffer.alloc(size));
    return true;
  } catch {
    return false; // the disk is full
  }
}
