import { hash, verify } from "@node-rs/argon2";
import { sizes } from "../data/generate.ts";
import { password } from "../data/load.ts";
import type { BenchEnvironment } from "../environment.ts";
import { figure, runAlternately } from "../figures.ts";
import type { Row } from "./index.ts";

const TARGET_MS = 60;
const counts = { runs: 5, samples: 30, warmUp: 5 };

/** A sign-in is mostly the check of the password's hash. */
async function measure(environment: BenchEnvironment) {
  const [{ main }, api] = await Promise.all([environment.data(sizes.small), environment.api(sizes.small)]);
  const stored = await hash(password);
  const [ours, bare] = await runAlternately(
    counts,
    () => api.signIn(`user0@${main.slug}.example`),
    () => verify(stored, password),
  );
  if (!ours || !bare) throw new Error("no samples were taken");
  const against = "the check of the password alone";
  return [figure({ name: "rest-sign-in", ...ours, unit: "ms", target: TARGET_MS, against, againstValue: bare.value })];
}

export const rows: Row[] = [{ name: "rest-sign-in", measure }];
