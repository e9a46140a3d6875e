import type { Context } from "hono";

type Csv<Row> = {
  name: string;
  head: string;
  /** The next part after a row; null: the first. Empty: there are no more. */
  next(after: Row | null): Promise<Row[]>;
  line(row: Row): string;
};

/** A file part by part, each asked for when the one before has been taken: the table never stands in memory. */
export async function csvAnswer<Row>(c: Context, { name, head, next, line }: Csv<Row>): Promise<Response> {
  const encoder = new TextEncoder();
  // What refuses does so while the answer can still say so.
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
