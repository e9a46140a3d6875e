import { Hono } from "hono";
import { isMetricsCaller, type Metrics } from "../../db/index.ts";
import type { AppEnv } from "./app-env.ts";
import { refuse } from "./on-error.ts";
import { bytes, describe } from "./reference/describe.ts";
import type { Answered } from "./request-log.ts";

/** Counts each response under its route's pattern: paths may contain personal data, and there are too many of them. */
export function requestMetrics(metrics: Metrics): (answered: Answered) => void {
  const seconds = metrics.histogram("http_request_seconds", "Requests by route and status", [
    "method",
    "route",
    "status",
  ]);
  return ({ ms, ...labels }) => seconds.observe(labels, ms / 1000);
}

type Deps = { metrics: Metrics; token: string; isLocalOnly: boolean };

/** Serves `/metrics` in Prometheus' text format; 404 for callers who may not read it. */
export function metricsRoutes({ metrics, token, isLocalOnly }: Deps) {
  return new Hono<AppEnv>().get(
    "/metrics",
    describe(
      "operation",
      "Get the metrics of this process in the text format of Prometheus; only for this machine, or with METRICS_TOKEN as bearer",
      { 200: bytes("text/plain") },
    ),
    async (c) => {
      const mayRead = isMetricsCaller({
        token,
        isLocalOnly,
        authorization: c.req.header("Authorization"),
        address: c.env?.incoming?.socket.remoteAddress,
        isForwarded: c.req.header("X-Forwarded-For") !== undefined || c.req.header("Forwarded") !== undefined,
      });
      if (!mayRead) return refuse(c, "ERR_NOT_FOUND");
      return c.body(await metrics.text(), 200, { "Content-Type": metrics.registry.contentType });
    },
  );
}
