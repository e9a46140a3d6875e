import { appendFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { SerializedError } from "vitest";
import type { Reporter, TestModule, TestSpecification } from "vitest/node";
import { type FileResult, type Line, root, type Unhandled } from "./record.ts";

type Failed = { name?: string; message: string; stack?: string; cause?: unknown };

/**
 * Writes a line to the file `TEST_RECORD` when the run begins, at the end of each test file, and at the end of the run.
 * Vitest's JSON report is written only at the end, and has neither the unhandled errors nor the projects.
 */
export default class RecordReporter implements Reporter {
  readonly #path = process.env.TEST_RECORD;
  readonly #done = new Set<string>();

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    const planned = specifications.map(({ project, moduleId }) => ({
      project: project.name,
      path: fromRoot(moduleId),
    }));
    this.#write({ planned });
  }

  onTestModuleEnd(module: TestModule): void {
    this.#done.add(module.id);
    this.#write({ file: resultOf(module) });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[], reason: string): void {
    // A file that could not be loaded has no end of its own.
    for (const module of modules)
      if (!this.#done.has(module.id) && module.state() === "failed") this.#write({ file: resultOf(module) });
    this.#write({ end: reason, unhandled: unhandled.map(unhandledOf) });
  }

  #write(line: Line): void {
    if (this.#path) appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
  }
}

const fromRoot = (moduleId: string) => moduleId.replace(root, "");

function resultOf(module: TestModule): FileResult {
  const suites = [...module.children.allSuites()];
  return {
    project: module.project.name,
    path: fromRoot(module.moduleId),
    isOk: module.state() !== "failed",
    ms: Math.round(module.diagnostic().duration),
    errors: [...module.errors(), ...suites.flatMap((suite) => suite.errors())].map(textOf),
    tests: [...module.children.allTests()].map((test) => {
      const { state, errors } = test.result();
      const note = noteOf(test.result());
      return {
        ...(note ? { note } : {}),
        name: test.fullName.replaceAll(" > ", " "),
        title: test.name,
        state,
        errors: (errors ?? []).map(textOf),
      };
    }),
  };
}

/** A skipped test says why with `context.skip(true, "why")`. */
const noteOf = (result: object): string | undefined =>
  "note" in result && typeof result.note === "string" ? result.note : undefined;

/** The stack has the message; an error that was thrown as another value has none. */
const textOf = ({ name = "Error", message, stack }: Failed): string =>
  stripVTControlCharacters(stack?.includes(message) ? stack : `${name}: ${message}\n${stack ?? ""}`);

/** Finds the test files that an error of the run belongs to: a worker adds its file, and the pool names it in the text. */
function unhandledOf(error: SerializedError): Unhandled {
  const texts: string[] = [];
  for (let at: unknown = error; at && typeof at === "object" && texts.length < 5; at = (at as Failed).cause)
    texts.push(textOf(at as Failed));
  const text = texts.join("\n");
  const named = [...text.matchAll(/test files? ([^\n]+)/g)].flatMap(([, list = ""]) => list.split(", "));
  const own = typeof error.VITEST_TEST_PATH === "string" ? [error.VITEST_TEST_PATH] : [];
  const files = own.length > 0 ? own : named.map((path) => path.replace(/[.:]$/, ""));
  return { text, files: files.map(fromRoot) };
}
