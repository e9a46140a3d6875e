import { Hono } from "hono";
import type { Provider } from "./charge.ts";
import type { PaymentState } from "./payment-state.ts";

/** Creates the HTTP interface of a stand-in, which behaves as its fault says. `paths`: those of its calls. */
export function providerApp(state: PaymentState, provider: Provider, paths = "*"): Hono {
  const app = new Hono();
  app.use(paths, async (c, next) => {
    switch (state.fault(provider)) {
      case "down":
        return c.text("Service Unavailable", 503);
      case "failing":
        return c.json({ error: "internal" }, 500);
      case "garbled":
        return c.html("<html>Manutenção</html>");
      case "silent":
        return new Promise<Response>((resolve) =>
          c.req.raw.signal.addEventListener("abort", () => resolve(c.body(null, 503))),
        );
      default:
        return next();
    }
  });
  return app;
}

export const decimal = (cents: number): string => (cents / 100).toFixed(2);
export const centsOf = (value: unknown): number => Math.round(Number(value) * 100);
