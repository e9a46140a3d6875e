CREATE TABLE "ai_servers" (
	"company_id" uuid NOT NULL,
	"url" text NOT NULL,
	"model" text NOT NULL,
	"sealed" "bytea",
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ai_servers_company_id_pk" PRIMARY KEY("company_id")
);
--> statement-breakpoint
CREATE TABLE "ai_usage" (
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"minute_since" timestamp with time zone NOT NULL,
	"minute_count" integer NOT NULL,
	"day_since" timestamp with time zone NOT NULL,
	"day_count" integer NOT NULL,
	CONSTRAINT "ai_usage_company_id_user_id_pk" PRIMARY KEY("company_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "ai_usage" ADD CONSTRAINT "ai_usage_company_id_user_id_users_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE cascade ON UPDATE no action;