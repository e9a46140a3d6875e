import process from "node:process";

type Command = { arguments: string; does: string; run(): Promise<unknown> };

/** The commands of a release. Each is the program that `npm run` starts in the repository, except `start` and `health`. */
const commands: Record<string, Command> = {
  start: {
    arguments: "[api | connector | backup]",
    does: "starts one api, one connector and, with BACKUP_DIR, the daily backups, and restarts what ends; or one program alone",
    run: () => import("./release/start-programs.ts"),
  },
  "first-run": {
    arguments: "--company C --name N --email E",
    does: "creates the first company and its owner in an empty database",
    run: () => import("./first-run.ts"),
  },
  migrate: {
    arguments: "",
    does: "migrates the schema to this version",
    run: () => import("./migrate.ts"),
  },
  distribute: {
    arguments: "",
    does: "distributes the companies of a migrated database over the nodes of its Citus cluster",
    run: () => import("./distribute.ts"),
  },
  backup: {
    arguments: "FOLDER | verify FOLDER",
    does: "writes all tables and files into a new folder; or reads a backup back and compares it",
    run: () => import("./backup.ts"),
  },
  restore: {
    arguments: "FOLDER",
    does: "restores a backup into an empty database",
    run: () => import("./restore.ts"),
  },
  "files-move": {
    arguments: "FROM TO [--compare]",
    does: "copies all stored files between folders and buckets",
    run: () => import("./files-move.ts"),
  },
  health: {
    arguments: "[URL]",
    does: "fails unless the program at URL is ready (http://127.0.0.1:PORT/ready)",
    run: () => import("./release/health.ts"),
  },
};

const [name = ""] = process.argv.splice(2, 1);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command) await command.run();
else {
  const lines = Object.entries(commands).map(([key, { arguments: given, does }]) => `  ${key} ${given}\n      ${does}`);
  const asksForHelp = name === "help" || name === "--help";
  if (name && !asksForHelp) console.error(`balcao: no such command: ${name}`);
  console.error(
    `usage: balcao COMMAND\n\n${lines.join("\n")}\n\nSettings are environment variables: docs/operations.md.`,
  );
  process.exitCode = asksForHelp ? 0 : 2;
}
