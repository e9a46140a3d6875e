-- Spreadsheets of contacts: what was read of them, row by row, and what became of each row.
CREATE TABLE "contact_imports" (
  "company_id" uuid NOT NULL,
  "id" uuid NOT NULL,
  "user_id" uuid NOT NULL,
  "file_id" uuid NOT NULL,
  "name" text NOT NULL,
  "status" text NOT NULL,
  "is_direct" boolean DEFAULT false NOT NULL,
  "headers" jsonb DEFAULT '[]' NOT NULL,
  "mapping" jsonb,
  "total" integer DEFAULT 0 NOT NULL,
  "done" integer DEFAULT 0 NOT NULL,
  "counts" jsonb,
  "error" text,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "contact_imports_pk" PRIMARY KEY ("company_id", "id"),
  CONSTRAINT "contact_imports_status" CHECK (status IN ('reading', 'preview', 'checking', 'checked', 'running', 'done', 'failed')),
  CONSTRAINT "contact_imports_user_fk" FOREIGN KEY ("company_id", "user_id") REFERENCES "users" ("company_id", "id") ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX "contact_imports_user" ON "contact_imports" ("company_id", "user_id", "created_at");
--> statement-breakpoint
CREATE TABLE "contact_import_rows" (
  "company_id" uuid NOT NULL,
  "import_id" uuid NOT NULL,
  "row_number" integer NOT NULL,
  "cells" jsonb NOT NULL,
  "name" text,
  "number" text,
  "email" text,
  "match_key" text,
  "problem" text,
  "outcome" text,
  CONSTRAINT "contact_import_rows_pk" PRIMARY KEY ("company_id", "import_id", "row_number"),
  CONSTRAINT "contact_import_rows_import_fk" FOREIGN KEY ("company_id", "import_id") REFERENCES "contact_imports" ("company_id", "id") ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX "contact_import_rows_match" ON "contact_import_rows" ("company_id", "import_id", "match_key", "row_number");
--> statement-breakpoint
CREATE INDEX "contact_import_rows_left" ON "contact_import_rows" ("company_id", "import_id", "row_number") WHERE "outcome" IS NULL;
--> statement-breakpoint
-- Told live, kept on no device.
CREATE FUNCTION log_contact_import() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row contact_imports := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM log_change(row.company_id, 'contactImports', row.id::text, NULL, NULL, NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_contact_import AFTER INSERT OR UPDATE OR DELETE ON contact_imports FOR EACH ROW EXECUTE FUNCTION log_contact_import();
