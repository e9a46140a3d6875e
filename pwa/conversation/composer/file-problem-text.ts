import { m } from "../../i18n/paraglide/messages.js";
import type { FileProblem } from "../media/file-check.ts";

/** Returns a sentence that names the file and its problem. */
export function fileProblemText(problem: FileProblem): string {
  const { name } = problem;
  if (problem.kind === "empty") return m.tickets_file_empty({ name });
  const limit = problem.limitMb;
  if (problem.kind === "image") return m.tickets_file_too_large_image({ name, limit });
  if (problem.kind === "audio") return m.tickets_file_too_large_audio({ name, limit });
  if (problem.kind === "video") return m.tickets_file_too_large_video({ name, limit });
  return m.tickets_file_too_large_document({ name, limit });
}
