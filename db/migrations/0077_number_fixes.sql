-- Numbers of contacts that an admin corrected after they had been misread, so that a correction can be undone.
CREATE TABLE "number_fixes" (
  "company_id" uuid NOT NULL,
  "id" uuid NOT NULL,
  "contact_id" uuid NOT NULL,
  "former" text NOT NULL,
  "number" text NOT NULL,
  "merge_id" uuid,
  "user_id" uuid,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "undone_at" timestamp with time zone,
  CONSTRAINT "number_fixes_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "number_fixes" ADD CONSTRAINT "number_fixes_contact_id_contacts_fk" FOREIGN KEY ("company_id","contact_id") REFERENCES "contacts"("company_id","id") ON DELETE cascade;
--> statement-breakpoint
CREATE INDEX "number_fixes_contact" ON "number_fixes" ("company_id","contact_id");
--> statement-breakpoint
CREATE INDEX "number_fixes_created" ON "number_fixes" ("company_id","created_at");
