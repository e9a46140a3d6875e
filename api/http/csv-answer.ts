import type { Context } from "hono";

type Csv<Row> = {
  name: string;
  head: string;
  /** Returns the rows that follow a row; null: the first rows. An empty list: the end. */
  next(after: Row | null): Promise<Row[]>;
  line(row: Row): string;
};

/**
 * Streams a CSV file in batches, each loaded when the previous one has been read: the table is never entirely in
 * memory.
 */
export async function csvAnswer<Row>(c: Context, { name, head, next, line }: Csv<Row>): Promise<Response> {
  const encoder = new TextEncoder();
  // Loads the first batch before the response starts, so that an error still sets the status.
  let part = await next(null);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(head)),
    async pull(controller) {
      const last = part.at(-1);
      if (last === undefined) return controller.close();
      controller.enqueue(encoder.encode(part.map(line).join("")));
      part = await next(last);
    },
  });
  return c.body(body, 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": "no-store",
  });
}
