-- Changes wait here for their revision, and the sequencer moves them into the log. Before, they stood in the log without
-- one, and each numbering read all partitions of the log and wrote all indexes of a row a second time.
CREATE TABLE "unnumbered_changes" (
	"company_id" uuid NOT NULL,
	"n" bigserial NOT NULL,
	"collection" text NOT NULL,
	"doc_id" text NOT NULL,
	"part_id" uuid,
	"old_scope" jsonb,
	"new_scope" jsonb,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "unnumbered_changes_company_id_n_pk" PRIMARY KEY("company_id","n")
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);
--> statement-breakpoint
-- The log keeps their numbers, which must not repeat those that it has.
SELECT setval('unnumbered_changes_n_seq', (SELECT last_value FROM changes_n_seq) + 1);
