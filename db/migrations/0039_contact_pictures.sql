-- When a contact's picture was last asked for, and when it is asked for again. The picture itself is a file; the contact
-- names its address.
CREATE TABLE "contact_pictures" (
  "company_id" uuid NOT NULL,
  "contact_id" uuid NOT NULL,
  "file_id" uuid,
  "asked_at" timestamp with time zone,
  "due_at" timestamp with time zone NOT NULL,
  "failures" integer DEFAULT 0 NOT NULL,
  CONSTRAINT "contact_pictures_pk" PRIMARY KEY ("company_id", "contact_id"),
  CONSTRAINT "contact_pictures_contact_fk" FOREIGN KEY ("company_id", "contact_id") REFERENCES "contacts" ("company_id", "id") ON DELETE CASCADE
);
--> statement-breakpoint
-- Who may read a picture: whoever may see the contact.
CREATE INDEX "contacts_picture" ON "contacts" ("company_id", "profile_pic_url") WHERE profile_pic_url <> '';
--> statement-breakpoint
-- Tickets carry their contact's picture too.
CREATE OR REPLACE FUNCTION log_contact() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row contacts := coalesce(NEW, OLD); ticket record;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  PERFORM log_change(row.company_id, 'contacts', row.id::text, NULL, NULL, NULL);
  IF TG_OP = 'UPDATE' AND (OLD.name, OLD.number, OLD.profile_pic_url) IS DISTINCT FROM (NEW.name, NEW.number, NEW.profile_pic_url) THEN
    FOR ticket IN SELECT id FROM tickets WHERE company_id = row.company_id AND contact_id = row.id LOOP
      PERFORM log_change(row.company_id, 'tickets', ticket.id::text, NULL, NULL, NULL);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
