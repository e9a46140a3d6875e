import { execFileSync } from "node:child_process";
import { chmod, chown, mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/** The system user that Postgres runs as; Postgres refuses to run as root. */
export type ClusterUser = { uid: number; gid: number };

/**
 * Returns the user "postgres" when root starts the cluster, and creates it where the system has none; otherwise null:
 * the cluster runs as the current user.
 */
export function clusterUser(): ClusterUser | null {
  if (process.getuid?.() !== 0) return null;
  try {
    return idsOf("postgres");
  } catch {
    execFileSync("groupadd", ["-f", "postgres"]);
    execFileSync("useradd", ["-g", "postgres", "postgres"]);
    return idsOf("postgres");
  }
}

function idsOf(name: string): ClusterUser {
  const ask = (option: string) => Number(execFileSync("id", [option, name], { encoding: "utf8", stdio: "pipe" }));
  return { uid: ask("-u"), gid: ask("-g") };
}

/**
 * Creates the data folder with access for its owner alone. A folder of root lets others pass but not read, because
 * the cluster's user must pass.
 */
export async function createDataDir(root: string, user: ClusterUser | null): Promise<void> {
  const first = await mkdir(root, { recursive: true, mode: 0o700 });
  if (!first || !user) return;
  for (let folder = root; ; folder = dirname(folder)) {
    await chmod(folder, 0o711);
    if (folder === first) return;
  }
}

/**
 * Runs `work` with a temporary folder that only the cluster's user may enter and whose files it may read: initdb
 * reads the password from a file that this process writes.
 */
export async function withPasswordFolder<T>(folder: string, user: ClusterUser | null, work: () => Promise<T>) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
  const [mask, before] = [process.umask(user ? 0o022 : 0o077), process.env.TMPDIR];
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    process.umask(mask);
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
