-- Mexico's 1 after 52 and Argentina's 9 after 54 are one person with and without it: phoneMatchKey drops them. An address
-- whose new key another contact has keeps its old one: an admin merges the two.
UPDATE contact_addresses AS a
SET match_key = regexp_replace(a.match_key, '^(52|54)[19](\d{10})$', '\1\2')
WHERE a.kind = 'phone' AND a.match_key ~ '^(521|549)\d{10}$' AND NOT EXISTS (
  SELECT 1 FROM contact_addresses AS b WHERE b.company_id = a.company_id AND b.kind = 'phone'
    AND b.match_key = regexp_replace(a.match_key, '^(52|54)[19](\d{10})$', '\1\2'));
--> statement-breakpoint
INSERT INTO opt_outs (company_id, kind, match_key, since)
SELECT o.company_id, o.kind, regexp_replace(o.match_key, '^(52|54)[19](\d{10})$', '\1\2'), o.since
FROM opt_outs AS o WHERE o.kind = 'phone' AND o.match_key ~ '^(521|549)\d{10}$'
ON CONFLICT DO NOTHING;
--> statement-breakpoint
DELETE FROM contact_list_items AS a WHERE a.match_key ~ '^(521|549)\d{10}$' AND EXISTS (
  SELECT 1 FROM contact_list_items AS b WHERE b.company_id = a.company_id AND b.list_id = a.list_id
    AND b.match_key = regexp_replace(a.match_key, '^(52|54)[19](\d{10})$', '\1\2'));
--> statement-breakpoint
UPDATE contact_list_items SET match_key = regexp_replace(match_key, '^(52|54)[19](\d{10})$', '\1\2')
WHERE match_key ~ '^(521|549)\d{10}$';
--> statement-breakpoint
DELETE FROM number_checks AS a WHERE a.match_key ~ '^(521|549)\d{10}$' AND EXISTS (
  SELECT 1 FROM number_checks AS b WHERE b.company_id = a.company_id
    AND b.match_key = regexp_replace(a.match_key, '^(52|54)[19](\d{10})$', '\1\2'));
--> statement-breakpoint
UPDATE number_checks SET match_key = regexp_replace(match_key, '^(52|54)[19](\d{10})$', '\1\2')
WHERE match_key ~ '^(521|549)\d{10}$';
--> statement-breakpoint
DELETE FROM phonebook_entries AS a WHERE a.match_key ~ '^(521|549)\d{10}$' AND EXISTS (
  SELECT 1 FROM phonebook_entries AS b WHERE b.company_id = a.company_id AND b.connection_id = a.connection_id
    AND b.match_key = regexp_replace(a.match_key, '^(52|54)[19](\d{10})$', '\1\2'));
--> statement-breakpoint
UPDATE phonebook_entries SET match_key = regexp_replace(match_key, '^(52|54)[19](\d{10})$', '\1\2')
WHERE match_key ~ '^(521|549)\d{10}$';
--> statement-breakpoint
UPDATE campaign_recipients AS a
SET match_key = regexp_replace(a.match_key, '^(52|54)[19](\d{10})$', '\1\2')
WHERE a.kind = 'phone' AND a.match_key ~ '^(521|549)\d{10}$' AND NOT EXISTS (
  SELECT 1 FROM campaign_recipients AS b WHERE b.company_id = a.company_id AND b.campaign_id = a.campaign_id AND b.kind = 'phone'
    AND b.match_key = regexp_replace(a.match_key, '^(52|54)[19](\d{10})$', '\1\2'));
--> statement-breakpoint
UPDATE contact_import_rows SET match_key = regexp_replace(match_key, '^(52|54)[19](\d{10})$', '\1\2')
WHERE match_key ~ '^(521|549)\d{10}$' AND address_kind = 'phone';
--> statement-breakpoint
-- The country of a number that is not of the company's country, for the preview of an import.
ALTER TABLE "contact_import_rows" ADD COLUMN "country" text;
--> statement-breakpoint
-- Without an area code of its own, a company has that of its phone: a change of the phone changes the setting.
CREATE FUNCTION log_company_phone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change(NEW.id, 'refs', 'setting:phoneAreaCode', NULL, NULL, NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_company_phone AFTER UPDATE ON companies FOR EACH ROW
  WHEN (OLD.phone IS DISTINCT FROM NEW.phone) EXECUTE FUNCTION log_company_phone();
