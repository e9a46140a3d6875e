-- The directory (docs/decisions/0070): what must be unique, or is searched for, over all companies. On a cluster it stays on the
-- coordinator. Triggers on shards cannot write it, so the verbs do (`db/directory`).
CREATE TABLE "company_keys" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"company_id" uuid NOT NULL,
	"row_id" uuid NOT NULL,
	CONSTRAINT "company_keys_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
-- `distribute` leaves such a table where it is.
COMMENT ON TABLE company_keys IS 'on the coordinator';
--> statement-breakpoint
DROP INDEX "channel_accounts_anywhere";--> statement-breakpoint
DROP INDEX "sessions_id";--> statement-breakpoint
DROP INDEX "connections_token_hash";--> statement-breakpoint
DROP INDEX "users_email";--> statement-breakpoint
CREATE INDEX "company_keys_row" ON "company_keys" USING btree ("company_id","row_id");--> statement-breakpoint
CREATE UNIQUE INDEX "connections_token_hash" ON "connections" USING btree ("company_id","token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("company_id","email");
--> statement-breakpoint
-- The stored form of a browser's push address.
CREATE FUNCTION push_key(endpoint text) RETURNS text LANGUAGE sql IMMUTABLE STRICT
  AS $$ SELECT encode(sha256(convert_to(endpoint, 'UTF8')), 'hex') $$;
--> statement-breakpoint
-- The keys as the tables of the companies have them: one statement per table, because each may lie on other nodes.
CREATE FUNCTION company_keys_of_tables() RETURNS SETOF company_keys
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT 'company', c.id::text, c.id, c.id FROM companies c;
  RETURN QUERY SELECT 'email', u.email, u.company_id, u.id FROM users u;
  RETURN QUERY SELECT 'session', s.id, s.company_id, s.user_id FROM sessions s;
  RETURN QUERY SELECT 'token', c.token_hash, c.company_id, c.id FROM connections c WHERE c.token_hash IS NOT NULL;
  RETURN QUERY SELECT 'account', a.channel::text || '/' || a.account_id, a.company_id, a.connection_id FROM channel_accounts a;
  RETURN QUERY SELECT 'push', push_key(p.endpoint), p.company_id, p.user_id FROM push_subscriptions p;
END $$;
--> statement-breakpoint
-- Makes the directory equal to the tables. For the owner: in this migration, and after a coordinator was lost between two commits.
CREATE FUNCTION repair_company_keys() RETURNS TABLE (added bigint, removed bigint)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  LOCK TABLE company_keys IN SHARE ROW EXCLUSIVE MODE;
  CREATE TEMPORARY TABLE keys_of_tables ON COMMIT DROP AS SELECT * FROM company_keys_of_tables();
  DELETE FROM company_keys k WHERE NOT EXISTS (SELECT FROM keys_of_tables t WHERE (t.kind, t.key, t.company_id, t.row_id) = (k.kind, k.key, k.company_id, k.row_id));
  GET DIAGNOSTICS removed = ROW_COUNT;
  INSERT INTO company_keys SELECT * FROM keys_of_tables ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS added = ROW_COUNT;
  DROP TABLE keys_of_tables;
  RETURN NEXT;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION company_keys_of_tables(), repair_company_keys() FROM PUBLIC;
--> statement-breakpoint
SELECT repair_company_keys();
--> statement-breakpoint
-- Each function below reads the directory and then, by its own statement, the one company. The company's row decides: a key
-- without its row finds nothing.
CREATE OR REPLACE FUNCTION find_sign_in(wanted text) RETURNS TABLE (company_id uuid, user_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE company uuid; holder uuid;
BEGIN
  SELECT k.company_id, k.row_id INTO company, holder FROM company_keys k WHERE k.kind = 'email' AND k.key = lower(wanted);
  IF FOUND THEN
    RETURN QUERY SELECT u.company_id, u.id FROM users u WHERE u.company_id = company AND u.id = holder AND u.email = lower(wanted);
  END IF;
END $$;
--> statement-breakpoint
-- The company alone: its session is read, and checked, in the company.
CREATE OR REPLACE FUNCTION find_session_company(wanted text) RETURNS uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT k.company_id FROM company_keys k WHERE k.kind = 'session' AND k.key = wanted);
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION connection_with_token_hash(wanted text) RETURNS TABLE (company_id uuid, connection_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE company uuid; holder uuid;
BEGIN
  SELECT k.company_id, k.row_id INTO company, holder FROM company_keys k WHERE k.kind = 'token' AND k.key = wanted;
  IF FOUND THEN
    RETURN QUERY SELECT c.company_id, c.id FROM connections c WHERE c.company_id = company AND c.id = holder AND c.token_hash = wanted;
  END IF;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION find_channel_account(wanted_channel channel, wanted_account text) RETURNS TABLE (company_id uuid, connection_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE company uuid; holder uuid;
BEGIN
  SELECT k.company_id, k.row_id INTO company, holder FROM company_keys k
  WHERE k.kind = 'account' AND k.key = wanted_channel::text || '/' || wanted_account;
  IF FOUND THEN
    RETURN QUERY SELECT a.company_id, a.connection_id FROM channel_accounts a
      WHERE a.company_id = company AND a.connection_id = holder AND a.channel = wanted_channel AND a.account_id = wanted_account;
  END IF;
END $$;
--> statement-breakpoint
-- Ends the subscription that another company has of a browser. Called before the transaction that subscribes it.
CREATE OR REPLACE FUNCTION forget_push_endpoint(wanted text, keeper uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE company uuid;
BEGIN
  SELECT k.company_id INTO company FROM company_keys k WHERE k.kind = 'push' AND k.key = push_key(wanted) AND k.company_id <> keeper;
  IF FOUND THEN
    DELETE FROM push_subscriptions p WHERE p.company_id = company AND p.endpoint = wanted;
    DELETE FROM company_keys k WHERE k.kind = 'push' AND k.key = push_key(wanted) AND k.company_id = company;
  END IF;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION all_company_ids() RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$ SELECT company_id FROM company_keys WHERE kind = 'company' $$;
