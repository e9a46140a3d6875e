import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

/** Subjects after this commit follow the rules; older ones stay as they are. */
const SINCE = "edce21f5";
const MAX_LENGTH = 72;

/** Imperative verbs that look like another form. */
const IMPERATIVE = /^(alias|embed|focus)$/i;
/** A past tense, a gerund or a third person; not "seed", "bring" or "pass". */
const OTHER_FORM = /[aeiouy].*(?<!e)ed$|[aeiouy].*ing$|[^s]s$/i;

/** Returns why a subject is refused, or undefined. The form is `area: Imperative sentence`, or `one, two: …`. */
export function subjectDefect(subject: string): string | undefined {
  if (/^(fixup|squash|amend)! /.test(subject)) return "is a fixup that was not squashed";
  if (subject.length > MAX_LENGTH) return `has ${subject.length} characters; the limit is ${MAX_LENGTH}`;
  const verb = /^[a-z][a-z0-9/.-]*(?:, [a-z][a-z0-9/.-]*)*: ([A-Z][a-z]*)\b/.exec(subject)?.[1];
  if (!verb) return "is not of the form `area: Imperative sentence`";
  if (OTHER_FORM.test(verb) && !IMPERATIVE.test(verb)) return `begins with "${verb}", which is not an imperative`;
  return undefined;
}

function git(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}

/** Returns whether the clone has the history since `SINCE`. A shallow clone and an export without git do not. */
function hasHistory(): boolean {
  try {
    git("merge-base", "--is-ancestor", SINCE, "HEAD");
    return true;
  } catch {
    return false; // git exits with an error for an unknown commit, too
  }
}

/** Returns why the message that git hands to the hook `commit-msg` is refused. Git writes those of merges itself. */
export function messageDefect(message: string): string | undefined {
  const [subject = ""] = message.split("\n").filter((line) => !line.startsWith("#"));
  return /^(Merge|Revert) /.test(subject) || /^(fixup|squash|amend)! /.test(subject)
    ? undefined
    : subjectDefect(subject.trim());
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { message: { type: "string" } } });
  if (values.message) {
    const defect = messageDefect(readFileSync(values.message, "utf8"));
    if (defect) console.error(`The subject of the commit ${defect}.`);
    process.exitCode = defect ? 1 : 0;
  } else if (hasHistory()) {
    const commits = git("log", "--no-merges", "--format=%h %s", `${SINCE}..HEAD`).split("\n").filter(Boolean);
    const defects = commits.flatMap((line) => {
      const subject = line.slice(line.indexOf(" ") + 1);
      const defect = subjectDefect(subject);
      return defect ? [`${line}\n  ${defect}`] : [];
    });
    if (defects.length > 0) console.error(defects.join("\n"));
    console.log(`commit subjects: ${commits.length} since ${SINCE}, ${defects.length} refused`);
    if (defects.length > 0) process.exitCode = 1;
  } else {
    console.log(`commit subjects: not checked, because this clone does not contain ${SINCE} (a shallow clone)`);
  }
}
