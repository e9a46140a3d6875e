import { fileURLToPath } from "node:url";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { emojiData } from "./pwa/build/emoji-data.ts";
import { firstLoadChunks, listFilesAtTheEnd, preloadFirstLoad } from "./pwa/build/first-load.ts";
import { textTables } from "./pwa/build/text-tables.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.API_URL ?? "http://127.0.0.1:3000";
const serverPaths = [
  "/auth",
  "/sync",
  "/events",
  "/media",
  "/public",
  "/sandbox",
  "/socket.io",
  "/openapi.json",
  "/docs",
  "/health",
];
const restPaths = [
  "/messages",
  "/contacts",
  "/queue",
  "/quick-messages",
  "/tags",
  "/users",
  "/settings",
  "/whatsapp",
  "/presence",
  "/push",
];

/**
 * sonner writes its style sheet into the page when it is imported; the content security policy allows no inline
 * style. The same sheet is imported by toasts.tsx, so the injection is cut out here.
 */
function withoutInlineStyles(): Plugin {
  return {
    name: "without-inline-styles",
    transform(code, id) {
      if (!/\/sonner\/dist\/.*\.m?js$/.test(id)) return;
      const cut = code.replace(/^__insertCSS\(.*\);?$/m, "");
      if (cut === code) this.error("sonner no longer injects its style sheet this way: look at its new version.");
      return { code: cut, map: null };
    },
  };
}

export default defineConfig({
  root: here("pwa"),
  base: "/",
  envDir: here("."),
  cacheDir: here("node_modules/.vite"),
  // RxJS for current browsers: the default is for ES5, with helpers.
  // React has the store hook that the shim emulates for older versions.
  resolve: {
    conditions: ["es2015", ...defaultClientConditions],
    alias: { "use-sync-external-store/shim": "use-sync-external-store" },
  },
  plugins: [
    paraglideVitePlugin({
      project: here("pwa/i18n/project.inlang"),
      outdir: here("pwa/i18n/paraglide"),
      strategy: ["localStorage", "baseLocale"],
      localStorageKey: "locale",
    }),
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      routesDirectory: here("pwa/routes"),
      generatedRouteTree: here("pwa/routeTree.gen.ts"),
      addExtensions: true,
      quoteStyle: "double",
      semicolons: true,
    }),
    react(),
    tailwindcss(),
    withoutInlineStyles(),
    emojiData(),
    textTables(here("pwa")),
    preloadFirstLoad(),
    listFilesAtTheEnd(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: ".",
      filename: "service-worker.ts",
      registerType: "prompt",
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ["**/*.{js,css,html,svg,png,webmanifest,wasm}", "assets/geist-latin-wght-normal-*.woff2"],
        // Only the system asks for these icons, when it installs the app.
        globIgnores: ["**/service-worker.js", "icons/balcao-{180,512,maskable-512}.png"],
      },
    }),
  ],
  build: {
    outDir: here("dist/pwa"),
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Modules of two parts only, like the conversations of tickets and chats, get a chunk of their own.
          groups: [
            ...firstLoadChunks(here("pwa")),
            { name: "shared", test: /\/(pwa|contracts|sync|node_modules)\//, minShareCount: 3 },
          ],
        },
      },
    },
  },
  worker: { format: "es" },
  server: {
    port: 5173,
    proxy: Object.fromEntries([...serverPaths, ...restPaths].map((path) => [path, { target: server, ws: true }])),
  },
});
