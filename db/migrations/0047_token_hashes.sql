ALTER TABLE "connections" ADD COLUMN "token_hash" text;
--> statement-breakpoint
-- A token of 24 characters or more goes on. A shorter one ends: tokens are looked up over all companies, so guesses would meet it.
-- One that two companies have opens neither, as before.
UPDATE "connections" SET "token_hash" = encode(sha256(convert_to("token", 'UTF8')), 'hex')
WHERE length("token") >= 24
  AND "token" NOT IN (SELECT c."token" FROM "connections" c WHERE c."token" <> '' GROUP BY c."token" HAVING count(*) > 1);
--> statement-breakpoint
ALTER TABLE "external_calls" ADD COLUMN "last_used_at" timestamp with time zone;
--> statement-breakpoint
CREATE UNIQUE INDEX "connections_token_hash" ON "connections" USING btree ("token_hash");
--> statement-breakpoint
DROP FUNCTION connections_with_token(text);
--> statement-breakpoint
-- The connection that a token opens, asked by the token's hash before any company is known.
CREATE FUNCTION connection_with_token_hash(wanted text) RETURNS TABLE (company_id uuid, connection_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.company_id, c.id FROM connections c WHERE c.token_hash = wanted
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION connection_with_token_hash(text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION connection_with_token_hash(text) TO balcao_app;
