import fc from "fast-check";
import type * as v from "valibot";

/** Internal shape of valibot's schemas and actions. */
type Part = {
  kind: "schema" | "validation" | "transformation" | "metadata";
  type: string;
  entries?: Record<string, Part>;
  wrapped?: Part;
  item?: Part;
  items?: Part[];
  options?: unknown[];
  literal?: unknown;
  pipe?: Part[];
  requirement?: unknown;
};

/** Generates inputs that a schema accepts, or nearly: rules inside functions are ignored. Ids come from `ids`. */
export function validInput(schema: v.GenericSchema | v.GenericSchemaAsync, ids: readonly string[]) {
  const idOf = fc.constantFrom(...ids);

  function inputOf(part: Part): fc.Arbitrary<unknown> {
    const [first, ...rest] = part.pipe ?? [part];
    if (!first) return fc.constant(undefined);
    const later = rest.filter(({ kind }) => kind === "schema");
    const isJson = rest.some(({ type }) => type === "parse_json");
    const base = first === part ? plain(part, []) : first.pipe ? inputOf(first) : plain(first, rest);
    // A wire schema that only renames some fields is followed by a schema with the others.
    const objects = later.filter(({ entries }) => entries);
    if (objects.length > 0 && !isJson)
      return fc.tuple(...objects.map(inputOf), base).map((parts) => Object.assign({}, ...(parts as object[])));
    const [inner] = later;
    if (!inner) return base;
    return inputOf(inner).map((value) => (isJson ? JSON.stringify(value) : String(value)));
  }

  function plain(part: Part, actions: readonly Part[]): fc.Arbitrary<unknown> {
    switch (part.type) {
      case "object":
      case "loose_object":
      case "strict_object":
        return record(part.entries ?? {});
      case "optional":
      case "nullish":
      case "nullable":
        return wrapped(part, actions);
      case "array":
        return fc.array(part.item ? inputOf(part.item) : fc.jsonValue(), { maxLength: 3 });
      case "tuple":
        return fc.tuple(...(part.items ?? []).map(inputOf));
      case "union":
      case "variant":
        return fc.oneof(...(part.options as Part[]).map(inputOf));
      case "picklist":
        return fc.constantFrom(...(part.options ?? []));
      case "literal":
        return fc.constant(part.literal);
      case "boolean":
        return fc.boolean();
      case "number":
        return integer(actions);
      case "string":
        return text(actions);
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  }

  function record(entries: Record<string, Part>): fc.Arbitrary<unknown> {
    const required = Object.keys(entries).filter((key) => !isOptional(entries[key]));
    const arbitraries = Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, inputOf(entry)]));
    return fc.record(arbitraries, { requiredKeys: required });
  }

  function wrapped({ type, wrapped: inner }: Part, actions: readonly Part[]): fc.Arbitrary<unknown> {
    if (!inner) return fc.constant(null);
    const value = inner.pipe || inner.kind !== "schema" ? inputOf(inner) : plain(inner, actions);
    return type === "optional" ? value : fc.option(value);
  }

  function text(actions: readonly Part[]): fc.Arbitrary<string> {
    const named = (type: string) => actions.find((action) => action.type === type);
    if (named("uuid")) return idOf;
    if (named("email")) return fc.constantFrom("ana@teste.example", "bia@teste.example");
    if (named("iso_timestamp")) return fc.constantFrom("2026-07-01T10:00:00.000Z", "2026-07-01T10:00:00.000+03:00");
    if (named("regex")) return fc.constant("0".repeat(64));
    if (named("integer")) return integer(actions).map(String);
    const least = Number(named("min_length")?.requirement ?? 0);
    const most = Number(named("max_length")?.requirement ?? least + 12);
    const digits = fc.stringMatching(/^55319[0-9]{8}$/);
    return fc.oneof(digits, fc.string({ minLength: least, maxLength: Math.min(most, least + 12) }));
  }

  return inputOf(schema as unknown as Part);
}

function integer(actions: readonly Part[]): fc.Arbitrary<number> {
  const bound = (type: string, otherwise: number) =>
    Number(actions.find((action) => action.type === type)?.requirement ?? otherwise);
  return fc.integer({ min: bound("min_value", 0), max: Math.min(bound("max_value", 50), 1_000_000) });
}

const isOptional = (part: Part | undefined) => part?.type === "optional" || part?.type === "nullish";
