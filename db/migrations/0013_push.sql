-- Telling browsers that are closed: with which key, which browsers, what their people want, what was told.
CREATE TABLE "push_keys" (
  "id" text PRIMARY KEY,
  "public_key" text NOT NULL,
  "sealed" bytea NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
  "company_id" uuid NOT NULL,
  "id" uuid NOT NULL,
  "session_id" text NOT NULL,
  "user_id" uuid NOT NULL,
  "endpoint" text NOT NULL,
  "p256dh" text NOT NULL,
  "auth" text NOT NULL,
  "is_enabled" boolean DEFAULT true NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "push_subscriptions_pk" PRIMARY KEY ("company_id", "id"),
  CONSTRAINT "push_subscriptions_session_fk" FOREIGN KEY ("company_id", "session_id") REFERENCES "sessions" ("company_id", "id") ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint" ON "push_subscriptions" ("company_id", "endpoint");
--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" ("company_id", "session_id");
--> statement-breakpoint
CREATE TABLE "push_settings" (
  "company_id" uuid NOT NULL,
  "user_id" uuid NOT NULL,
  "mine" boolean DEFAULT true NOT NULL,
  "waiting" boolean DEFAULT true NOT NULL,
  "preview" boolean DEFAULT true NOT NULL,
  CONSTRAINT "push_settings_pk" PRIMARY KEY ("company_id", "user_id"),
  CONSTRAINT "push_settings_user_fk" FOREIGN KEY ("company_id", "user_id") REFERENCES "users" ("company_id", "id") ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE "push_sends" (
  "company_id" uuid NOT NULL,
  "message_id" uuid NOT NULL,
  "subscription_id" uuid NOT NULL,
  "taken_at" timestamp with time zone NOT NULL,
  "sent_at" timestamp with time zone,
  CONSTRAINT "push_sends_pk" PRIMARY KEY ("company_id", "message_id", "subscription_id"),
  CONSTRAINT "push_sends_subscription_fk" FOREIGN KEY ("company_id", "subscription_id") REFERENCES "push_subscriptions" ("company_id", "id") ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX "push_sends_taken" ON "push_sends" ("company_id", "taken_at");
--> statement-breakpoint
-- A browser belongs to whoever signed in on it last, in whatever company: the others are no longer told there.
CREATE FUNCTION forget_push_endpoint(wanted text, keeper uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  DELETE FROM push_subscriptions WHERE endpoint = wanted AND company_id <> keeper
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION forget_push_endpoint(text, uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION forget_push_endpoint(text, uuid) TO balcao_app;
