import { execFileSync, spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { buildIfNeeded } from "./build.ts";
import { filesIn, packageFiles, packageFolders, sourceFiles } from "./release/contents.ts";

const root = resolve(import.meta.dirname, "..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const name = `balcao-${version}`;

/** `npm run release [-- FOLDER]`: writes `balcao-VERSION.tar.gz` for this kind of machine into the folder (`dist`). */
async function release(): Promise<void> {
  const folder = resolve(process.argv[2] ?? join(root, "dist"));
  buildIfNeeded();
  const packages = await packageFolders();
  const files = [...(await sourceFiles()), ...filesIn("dist/pwa"), ...packages.flatMap(packageFiles)].sort();
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, `${name}.tar.gz`);
  await pack(files, `${archive}.unfinished`);
  renameSync(`${archive}.unfinished`, archive);
  console.log(
    `${archive}: ${files.length} files, ${packages.length} packages, for ${process.platform} ${process.arch}.`,
  );
}

/** Writes the files in the given order, with the same owner, modes and time in every run. */
async function pack(files: string[], archive: string): Promise<void> {
  const options = [
    "--create",
    "--format=gnu",
    "--no-recursion",
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--hard-dereference",
    `--mtime=@${lastCommitTime()}`,
    "--mode=u+rw,go+r,go-w,a+X",
    `--transform=s,^ops/release/README.md$,README.md,;s,^,${name}/,`,
    "--verbatim-files-from",
    "--files-from=-",
  ];
  const tar = spawn("tar", options, { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<number | null>((done, fail) => tar.once("error", fail).once("close", done));
  tar.stdin.end(files.join("\n"));
  await Promise.all([ended, pipeline(tar.stdout, createGzip({ level: 6 }), createWriteStream(archive))]);
  if ((await ended) !== 0) throw new Error("tar failed; this program needs GNU tar");
}

/** Returns the time of the last commit in seconds, so that one commit gives one archive. */
function lastCommitTime(): string {
  return execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" }).trim();
}

await release();
