import type { Figure } from "../figures.ts";
import type { World } from "../world.ts";

/** One measurement; it may give several figures. */
export type Row = { name: string; measure(world: World): Promise<Figure[]> };

const load = async (): Promise<Row[]> => {
  const modules: { rows: Row[] }[] = await Promise.all([
    import("./rest.ts"),
    import("./search.ts"),
    import("./rest-many.ts"),
    import("./ingest.ts"),
    import("./inbound.ts"),
    import("./live.ts"),
    import("./local.ts"),
    import("./screens.ts"),
    import("./sessions.ts"),
  ]);
  return modules.flatMap((module) => module.rows);
};
export const allRows = load;
