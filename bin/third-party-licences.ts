import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes docs/third-party-licences.md from the packages that the lockfile installs for production. */
const root = new URL("..", import.meta.url).pathname;
type Locked = { version?: string; license?: string; dev?: boolean; devOptional?: boolean; optional?: boolean };
const lock: { packages: Record<string, Locked> } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));

const byLicence = new Map<string, Set<string>>();
for (const [path, { version, license, dev, optional }] of Object.entries(lock.packages)) {
  if (!path || dev || optional) continue;
  const licence = license ?? licenceOf(path);
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const of = byLicence.get(licence) ?? new Set();
  byLicence.set(licence, of.add(`${name} ${version}`));
}

function licenceOf(path: string): string {
  const manifest = join(root, path, "package.json");
  if (!existsSync(manifest)) throw new Error(`${path} is not installed: its licence cannot be read`);
  const { license } = JSON.parse(readFileSync(manifest, "utf8"));
  return typeof license === "string" ? license : (license?.type ?? "see the package");
}

const sections = [...byLicence]
  .sort(([one], [other]) => one.localeCompare(other))
  .map(([licence, packages]) => `## ${licence}\n\n${[...packages].sort().join(" · ")}\n`);
writeFileSync(
  join(root, "docs/third-party-licences.md"),
  `# Third-party licences\n\nThe packages of the running product, by licence. Balcão itself is GPL-3.0-or-later, as libsignal requires of programs\nthat link it. Written by \`npm run licences\` from the lockfile.\n\n${sections.join("\n")}`,
);
