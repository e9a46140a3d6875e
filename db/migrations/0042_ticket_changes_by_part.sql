-- A ticket's change names in part_id the tag or the contact whose change shows in it. A change without scopes and without
-- part_id comes from a message or a picture: the live channel tells no ticket update for it.
CREATE OR REPLACE FUNCTION log_ticket_tag() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row ticket_tags := coalesce(NEW, OLD);
BEGIN
  PERFORM log_change(row.company_id, 'tickets', row.ticket_id::text, row.tag_id, NULL, NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION log_contact() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row contacts := coalesce(NEW, OLD); ticket record; renamed_id uuid;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  PERFORM log_change(row.company_id, 'contacts', row.id::text, NULL, NULL, NULL);
  IF TG_OP = 'UPDATE' AND (OLD.name, OLD.number, OLD.profile_pic_url) IS DISTINCT FROM (NEW.name, NEW.number, NEW.profile_pic_url) THEN
    IF OLD.name <> NEW.name THEN renamed_id := row.id; END IF;
    FOR ticket IN SELECT id FROM tickets WHERE company_id = row.company_id AND contact_id = row.id LOOP
      PERFORM log_change(row.company_id, 'tickets', ticket.id::text, renamed_id, NULL, NULL);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
