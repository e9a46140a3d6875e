import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const FOLDER = ".githooks";

/**
 * Makes git run the hooks of `.githooks` in the clone at `root`; `npm install` calls it. Nothing with `CI=true`, outside
 * of a clone, or when the clone has hooks of its own. Returns whether git runs ours.
 */
export function installHooks(root: string, env: NodeJS.ProcessEnv): boolean {
  if (env.CI === "true" || !existsSync(join(root, ".git"))) return false;
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
  try {
    const known = git("config", "--default", "", "--get", "core.hooksPath");
    if (known !== "" && known !== FOLDER) return false;
    git("config", "core.hooksPath", FOLDER);
    return true;
  } catch (error) {
    console.warn(`The hooks of ${FOLDER} are not installed: ${String(error)}`);
    return false;
  }
}

if (process.argv[1] === import.meta.filename) installHooks(join(import.meta.dirname, ".."), process.env);
