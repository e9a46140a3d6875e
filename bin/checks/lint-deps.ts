import { cruise, type ICruiseResult, type IForbiddenRuleType } from "dependency-cruiser";

const product = "pwa|api|contracts|sync|domain|outside|connector|db|bin";
const testPrograms = "sandbox|proof";
const folders = `(${product}|${testPrograms})`;
/** Tests and the code that only tests use. */
const testCode = "\\.test\\.tsx?$|/testing/|^domain/testing\\.ts$";

/** These programs start tests and read their sizes. */
const testRunners = "^bin/(proofs|citus-tests)\\.ts$";

/** The one contract with a library of its own. */
const phoneNumbers = "^contracts/phone-numbers\\.ts$";

const only = (from: string, mayReach: string[]): IForbiddenRuleType => ({
  name: `${from}-imports`,
  severity: "error",
  from: { path: `^${from}/`, pathNot: testCode },
  to: { path: `^${folders}/`, pathNot: mayReach.map((path) => `^${path}/`) },
});

/** A room of `pwa` may import only the given rooms. Component tests may also use the test helpers. */
const room = (from: string, mayReach: string[]): IForbiddenRuleType => ({
  name: `${from.replace("/", "-")}-imports`,
  severity: "error",
  from: { path: `^${from}/`, pathNot: "\\.test\\.tsx?$|/testing/" },
  to: { path: "^(pwa|contracts|sync)/", pathNot: mayReach.map((path) => `^${path}/`) },
});

/** Files of the ground floor of `contracts`: they know no part of the product. */
const contractsGround = "^contracts/([^/]+\\.ts$|texts/)";

/** Each room of a folder may import the rooms that are named before it, and the ground of the folder. */
const orderedRooms = (folder: string, rooms: string[], ground: string[] = []): IForbiddenRuleType[] =>
  rooms.map((name, place) => ({
    name: `${folder}-${name}-imports`,
    severity: "error",
    from: { path: `^${folder}/${name}/`, pathNot: testCode },
    to: { path: `^${folder}/`, pathNot: [...ground, `^${folder}/(${rooms.slice(0, place + 1).join("|")})/`] },
  }));

/** Forbidden imports between folders. Tests may also import the code that they drive. */
export const forbidden: IForbiddenRuleType[] = [
  only("pwa", ["pwa", "contracts", "sync/client"]),
  room("pwa/ui", ["pwa/(ui|i18n/paraglide)"]),
  room("pwa/i18n", ["pwa/(i18n|ui)", "contracts", "sync"]),
  room("pwa/session", ["pwa/(session|first-paint|i18n|ui)", "contracts", "sync"]),
  room("pwa/conversation", ["pwa/(conversation|session|i18n|ui)", "contracts", "sync"]),
  room("pwa/announcements", ["pwa/(announcements|conversation|session|i18n|ui)", "contracts", "sync"]),
  room("pwa/shell", ["pwa/(shell|announcements|conversation|session|first-paint|i18n|ui)", "contracts", "sync"]),
  room("pwa/screens", [
    "pwa/(screens|shell|announcements|conversation|session|first-paint|i18n|ui)",
    "contracts",
    "sync",
  ]),
  {
    // It runs before the app: everything that it imports delays the first paint.
    name: "pwa-first-paint-imports",
    severity: "error",
    from: { path: "^pwa/first-paint/", pathNot: "\\.test\\.tsx?$|/testing/" },
    to: {
      path: "^(pwa|contracts|sync)/",
      pathNot: [
        "^pwa/first-paint/",
        "^pwa/(main\\.tsx|styles\\.css|i18n/text-tables\\.ts)$",
        "^sync/client/storage-worker-start\\.ts$",
      ],
    },
  },
  {
    name: "a-screen-through-its-parts",
    severity: "error",
    from: { path: "^pwa/screens/([^/]+)/", pathNot: "\\.test\\.tsx?$|/testing/" },
    to: {
      path: "^pwa/screens/[^/]+/",
      pathNot: ["^pwa/screens/$1/", "^pwa/screens/(lists|hours)/", "^pwa/screens/[^/]+/parts/"],
    },
  },
  only("api", ["api", "domain", "outside", "sync/server", "contracts", "db"]),
  only("sync/server", ["sync/server", "domain", "db", "contracts"]),
  only("sync/client", ["sync/client", "contracts"]),
  only("contracts", ["contracts"]),
  {
    name: "contracts-ground-imports",
    severity: "error",
    from: { path: contractsGround, pathNot: testCode },
    to: { path: "^contracts/", pathNot: contractsGround },
  },
  ...orderedRooms("contracts", ["account", "desk", "marketing", "office", "commands", "wire"], [contractsGround]),
  only("domain", ["domain", "outside", "db", "contracts"]),
  ...orderedRooms("domain", ["ground", "account", "desk", "marketing", "office"]),
  {
    // Requests to other machines are made in `outside`.
    name: "domain-without-network",
    severity: "error",
    from: { path: "^domain/", pathNot: testCode },
    to: { dependencyTypes: ["core"], pathNot: "^(node:)?(child_process|crypto|fs|fs/promises|os|path|stream)$" },
  },
  {
    name: "domain-packages",
    severity: "error",
    from: { path: "^domain/", pathNot: testCode },
    to: {
      path: "node_modules",
      pathNot: "node_modules/(drizzle-orm|file-type|jpeg-js|libheif-js|lru-cache|uuidv7|valibot)/",
    },
  },
  only("outside", ["outside", "contracts"]),
  only("sandbox", ["sandbox", "domain", "outside"]),
  {
    // A browser loads the modules of the page as they are.
    name: "sandbox-page-imports",
    severity: "error",
    from: { path: "^sandbox/page/", pathNot: testCode },
    to: { pathNot: "^sandbox/(page/|wire\\.ts$)" },
  },
  only("connector", ["connector", "domain", "outside", "db", "contracts"]),
  only("db", ["db", "contracts"]),
  only("bin", ["bin", "proof/gate", "domain", "outside", "db", "contracts"]),
  only("proof/bench", ["proof/bench", "bin", "connector", "sandbox", "domain", "outside", "db", "contracts", "sync"]),
  only("proof/chaos", [
    "proof/chaos",
    "bin/processes",
    "api",
    "connector",
    "sandbox",
    "domain",
    "outside",
    "db",
    "contracts",
    "sync",
  ]),
  only("proof/journeys", ["proof/journeys", "proof/gate", "sandbox", "db"]),
  only("proof/gate", ["proof/gate", "bin"]),
  only("proof/field", ["proof/field", "contracts"]),
  {
    name: "product-imports-no-test-code",
    severity: "error",
    from: { path: `^(${product}|sandbox)/`, pathNot: `${testCode}|${testRunners}` },
    to: { path: `${testCode}|^proof/`, pathNot: "^proof/gate/" },
  },
  {
    name: "a-domain-through-its-index",
    severity: "error",
    from: { path: "^domain/([^/]+/[^/]+)/" },
    // `testing/` of another folder: only for tests, by the rule for test code above.
    to: {
      path: "^domain/[^/]+/[^/]+/",
      pathNot: ["^domain/$1/", "^domain/[^/]+/[^/]+/index\\.ts$", "^domain/[^/]+/[^/]+/testing/"],
    },
  },
  {
    name: "a-domain-from-outside-through-its-index",
    severity: "error",
    from: { path: "^(api|connector|sandbox|sync/server|bin)/", pathNot: testCode },
    to: { path: "^domain/[^/]+/[^/]+/", pathNot: "^domain/[^/]+/[^/]+/index\\.ts$" },
  },
  {
    name: "a-client-through-its-index",
    severity: "error",
    from: { path: "^([^/]+/[^/]+)/", pathNot: testCode },
    to: { path: "^outside/[^/]+/", pathNot: ["^$1/", "^outside/[^/]+/index\\.ts$"] },
  },
  {
    name: "connector-rooms-import-no-channel",
    severity: "error",
    from: { path: "^connector/", pathNot: `^connector/channels(/|\\.ts$)|${testCode}` },
    to: { path: "^connector/channels/" },
  },
  {
    name: "a-channel-imports-no-other-channel",
    severity: "error",
    from: { path: "^connector/channels/([^/]+)/" },
    to: { path: "^connector/channels/[^/]+/", pathNot: "^connector/channels/$1/" },
  },
  {
    name: "channel-libraries-only-in-their-channel-and-sandbox",
    severity: "error",
    from: { pathNot: "^(connector/channels|connector/testing|sandbox)/|^connector/.*\\.test\\.ts$" },
    to: { path: "node_modules/(@whiskeysockets|libsignal)" },
  },
  {
    name: "contracts-import-valibot-only",
    severity: "error",
    from: { path: "^contracts/", pathNot: `\\.test\\.ts$|${phoneNumbers}` },
    to: { path: "node_modules", pathNot: "node_modules/valibot" },
  },
  {
    name: "phone-numbers-import-libphonenumber-only",
    severity: "error",
    from: { path: phoneNumbers },
    to: { path: "node_modules", pathNot: "node_modules/libphonenumber-js" },
  },
  {
    // It is large: an import at the top of a file of the application would bring it into the first load.
    name: "phone-numbers-load-on-demand",
    severity: "error",
    from: { path: "^(pwa|sync/client|contracts)/", pathNot: testCode },
    to: { path: phoneNumbers, dynamic: false, dependencyTypesNot: ["type-only"] },
  },
  {
    name: "lucia-only-in-session",
    severity: "error",
    from: { pathNot: "^api/session/" },
    to: { path: "node_modules/lucia" },
  },
  {
    name: "no-circles",
    severity: "error",
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
  },
];

/** Cruises the given folders. Type-only imports count as dependencies. */
export async function cruiseFolders(paths: string[]): Promise<ICruiseResult> {
  const { output } = await cruise(paths, {
    ruleSet: { forbidden },
    validate: true,
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^dist|paraglide|routeTree\\.gen)" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".js"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
    },
  });
  return output as ICruiseResult;
}

if (process.argv[1] === import.meta.filename) {
  const { summary } = await cruiseFolders([...product.split("|"), ...testPrograms.split("|")]);
  for (const { from, to, rule } of summary.violations) console.error(`${rule.name}: ${from} → ${to}`);
  console.log(`dependency rules: ${summary.totalCruised} modules, ${summary.violations.length} violations`);
  if (summary.totalCruised < 100) throw new Error("too few modules were read: the TypeScript parser is missing");
  if (summary.violations.length > 0) process.exitCode = 1;
}
