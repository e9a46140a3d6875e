import fc from "fast-check";
import { TEST_SEED } from "../../contracts/testing/random.ts";

/** Makes each property test of the run start from the seed of the run. A test may give a seed of its own. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: TEST_SEED });
