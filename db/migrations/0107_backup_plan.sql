-- The plan of daily backups: who makes them, and how the last one went. Only transactions of the platform see it.
CREATE TABLE "backup_plan" (
	"id" text PRIMARY KEY NOT NULL,
	"folder" text NOT NULL,
	"at" text NOT NULL,
	"owner" text,
	"lease_until" timestamp with time zone NOT NULL,
	"planned_since" timestamp with time zone NOT NULL,
	"newest_at" timestamp with time zone,
	"kept" integer DEFAULT 0 NOT NULL,
	"running_since" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"is_good" boolean,
	"failure" text,
	"duration_ms" integer,
	"bytes" bigint,
	"rows" bigint,
	"files" integer,
	"linked" integer
);
