import { defineConfig } from "vitest/config";

/** A small project whose tests fail on purpose: `bin/rerun.test.ts` runs the gate over it. */
export default defineConfig({ test: { root: import.meta.dirname, include: ["*.fixture.ts"], retry: 0 } });
