-- The page or the Instagram account behind a connection, with the token that speaks for it, sealed.
CREATE TABLE "channel_accounts" (
  "company_id" uuid NOT NULL,
  "connection_id" uuid NOT NULL,
  "channel" "channel" NOT NULL,
  "account_id" text NOT NULL,
  "page_id" text NOT NULL,
  "facebook_user_id" text NOT NULL,
  "sealed" bytea,
  "linked_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "channel_accounts_pk" PRIMARY KEY ("company_id", "connection_id"),
  CONSTRAINT "channel_accounts_connection_fk" FOREIGN KEY ("company_id", "connection_id") REFERENCES "connections" ("company_id", "id") ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX "channel_accounts_account" ON "channel_accounts" USING btree ("company_id","channel","account_id");
--> statement-breakpoint
CREATE INDEX "channel_accounts_anywhere" ON "channel_accounts" USING btree ("channel","account_id");
--> statement-breakpoint
-- Whose a page is, whichever company asks: a page speaks for one company only, and what Meta sends names the page alone.
CREATE FUNCTION find_channel_account(wanted_channel channel, wanted_account text) RETURNS TABLE (company_id uuid, connection_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT company_id, connection_id FROM channel_accounts WHERE channel = wanted_channel AND account_id = wanted_account
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION find_channel_account(channel, text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_channel_account(channel, text) TO balcao_app;
