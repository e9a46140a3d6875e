-- What integrators sent under a key of theirs: the same key again gets the same answer.
CREATE TABLE "external_sends" (
  "company_id" uuid NOT NULL,
  "connection_id" uuid NOT NULL,
  "key" text NOT NULL,
  "content_hash" text NOT NULL,
  "answer" jsonb,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "external_sends_pk" PRIMARY KEY ("company_id", "connection_id", "key"),
  CONSTRAINT "external_sends_connection_fk" FOREIGN KEY ("company_id", "connection_id") REFERENCES "connections" ("company_id", "id") ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX "external_sends_created" ON "external_sends" ("company_id", "created_at");
--> statement-breakpoint
-- How often a connection's token was used since the minute began that is being counted.
CREATE TABLE "external_calls" (
  "company_id" uuid NOT NULL,
  "connection_id" uuid NOT NULL,
  "count" integer NOT NULL,
  "since" timestamp with time zone NOT NULL,
  CONSTRAINT "external_calls_pk" PRIMARY KEY ("company_id", "connection_id"),
  CONSTRAINT "external_calls_connection_fk" FOREIGN KEY ("company_id", "connection_id") REFERENCES "connections" ("company_id", "id") ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX "connections_by_token" ON "connections" ("token") WHERE token <> '';
--> statement-breakpoint
-- Whose token it is, asked before any company is known. Two answers: two companies chose the same one.
CREATE FUNCTION connections_with_token(wanted text) RETURNS TABLE (company_id uuid, connection_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT c.company_id, c.id FROM connections c WHERE c.token <> '' AND c.token = wanted LIMIT 2
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION connections_with_token(text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION connections_with_token(text) TO balcao_app;
