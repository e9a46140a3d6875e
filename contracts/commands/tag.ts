import * as v from "valibot";
import { NewTag } from "../desk/tags.ts";
import { type CommandRow, payloads } from "./row.ts";

export const tagPayloads = payloads(() => ({
  /** A tag with the same name is reused, whatever its id. */
  "tag.create": v.omit(NewTag, ["id"]),
}));

export const tagCommands = {
  "tag.create": { creates: "subject", shownIn: ["refs"] } satisfies CommandRow<
    v.InferInput<(typeof tagPayloads)["tag.create"]>
  >,
};
