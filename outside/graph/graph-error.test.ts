import { expect, test } from "vitest";
import { GraphError, readMetaConfig } from "./index.ts";

test.each([
  [0, "uncertain"],
  [1, "uncertain"],
  [2, "uncertain"],
  [4, "throttled"],
  [17, "throttled"],
  [32, "throttled"],
  [341, "throttled"],
  [613, "throttled"],
  [80_001, "throttled"],
  [80_002, "throttled"],
  [80_006, "throttled"],
  [102, "token ended"],
  [190, "token ended"],
  [463, "token ended"],
  [467, "token ended"],
  [10, "refused"],
  [100, "refused"],
  [200, "refused"],
  [551, "refused"],
] as const)("Meta's code %i means: %s", (code, meaning) => {
  const { isUncertain, isThrottled, isTokenEnded, isPassing, reason } = new GraphError(code);
  expect({ isUncertain, isThrottled, isTokenEnded, isPassing, reason }).toEqual({
    isUncertain: meaning === "uncertain",
    isThrottled: meaning === "throttled",
    isTokenEnded: meaning === "token ended",
    isPassing: meaning === "uncertain" || meaning === "throttled",
    reason: {
      uncertain: "ERR_META_UNREACHABLE",
      throttled: "ERR_META_UNREACHABLE",
      "token ended": "ERR_META_TOKEN_EXPIRED",
      refused: "ERR_META_NO_PERMISSION",
    }[meaning],
  });
});

test.each([
  [10, 2_018_278, "ERR_WINDOW_CLOSED"],
  [10, 2_534_022, "ERR_WINDOW_CLOSED"],
  [551, 2_018_278, "ERR_WINDOW_CLOSED"],
  [551, null, "ERR_PERSON_UNAVAILABLE"],
  [200, 1_545_041, "ERR_PERSON_UNAVAILABLE"],
  [100, 2_018_001, "ERR_PERSON_UNAVAILABLE"],
  [100, 2_534_014, "ERR_PERSON_UNAVAILABLE"],
  [100, null, "ERR_CHANNEL_REFUSED"],
  [10, 1, "ERR_CHANNEL_REFUSED"],
])("a message refused with code %i and subcode %j fails with %s", (code, subcode, problem) => {
  expect(new GraphError(code, subcode).sendingProblem).toBe(problem);
});

test("the message of a Graph API error has its codes only", () => {
  expect(new GraphError(190, 463).message).toBe("the Graph API refused with code 190, subcode 463");
  expect(new GraphError(190).message).toBe("the Graph API refused with code 190");
});

const environment = {
  GRAPH_URL: "https://graph.example//",
  FACEBOOK_LOGIN_URL: "https://login.example/",
  FACEBOOK_APP_ID: "9",
  FACEBOOK_APP_SECRET: "segredo",
};

test("Meta is configured by its addresses without slashes at the end; the verify token may be missing", () => {
  const read = {
    graphUrl: "https://graph.example",
    loginUrl: "https://login.example",
    appId: "9",
    appSecret: "segredo",
  };
  expect(readMetaConfig(environment)).toEqual({ ...read, verifyToken: "" });
  expect(readMetaConfig({ ...environment, FACEBOOK_VERIFY_TOKEN: "v" })).toEqual({ ...read, verifyToken: "v" });
});

test.each(Object.keys(environment))("Meta is not configured without %s", (name) => {
  expect(readMetaConfig({ ...environment, [name]: undefined })).toBeNull();
  expect(readMetaConfig({ ...environment, [name]: "" })).toBeNull();
});
