-- Codes and tokens of sign-ups, before a company exists. Only transactions of the platform see them.
CREATE TABLE "sign_up_codes" (
	"email" text PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_up_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"pending" jsonb,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sign_up_tokens_email" ON "sign_up_tokens" USING btree ("email");
--> statement-breakpoint
-- How often the users of a company asked the AI in the current day, also those who were deleted meanwhile.
CREATE TABLE "ai_company_usage" (
	"company_id" uuid NOT NULL,
	"day_since" timestamp with time zone NOT NULL,
	"day_count" integer NOT NULL,
	CONSTRAINT "ai_company_usage_company_id_pk" PRIMARY KEY("company_id")
);
