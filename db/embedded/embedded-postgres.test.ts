import postgres from "postgres";
import { expect, inject, onTestFinished, test } from "vitest";

test.skipIf(process.env.TEST_DATABASE_URL)(
  "other users of the machine: the embedded Postgres has no socket in a shared folder, and no password travels readable",
  async () => {
    const owner = postgres(inject("ownerUrl"), { max: 1 });
    onTestFinished(() => owner.end());
    const [settings] = await owner`select current_setting('unix_socket_directories') as sockets,
      current_setting('listen_addresses') as listen, current_setting('password_encryption') as stored`;
    expect(settings).toEqual({ sockets: "", listen: "127.0.0.1", stored: "scram-sha-256" });
    const rules = await owner`select type, address, auth_method from pg_hba_file_rules`;
    expect(rules).toEqual([{ type: "host", address: "127.0.0.1", auth_method: "scram-sha-256" }]);
  },
);
