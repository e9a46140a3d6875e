-- Counts the items of a contact list, as `count_campaign_recipients` counts recipients.
CREATE OR REPLACE FUNCTION count_contact_list_items() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE parts refcursor; part record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    OPEN parts FOR SELECT company_id, list_id, is_whatsapp_valid, count(*) AS n FROM added GROUP BY company_id, list_id, is_whatsapp_valid;
  ELSIF TG_OP = 'UPDATE' THEN
    OPEN parts FOR SELECT company_id, list_id, is_whatsapp_valid, sum(n) AS n
      FROM (SELECT company_id, list_id, is_whatsapp_valid, 1 AS n FROM added
            UNION ALL SELECT company_id, list_id, is_whatsapp_valid, -1 FROM removed) AS changed
      GROUP BY company_id, list_id, is_whatsapp_valid HAVING sum(n) <> 0;
  ELSE
    OPEN parts FOR SELECT company_id, list_id, is_whatsapp_valid, -count(*) AS n FROM removed GROUP BY company_id, list_id, is_whatsapp_valid;
  END IF;
  LOOP
    FETCH parts INTO part;
    EXIT WHEN NOT FOUND;
    -- With the owner, all its counts are deleted.
    CONTINUE WHEN TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM contact_lists WHERE company_id = part.company_id AND id = part.list_id);
    INSERT INTO contact_list_counts (company_id, list_id, id, is_whatsapp_valid, n)
    VALUES (part.company_id, part.list_id, gen_random_uuid(), part.is_whatsapp_valid, part.n);
  END LOOP;
  CLOSE parts;
  IF TG_OP <> 'DELETE' AND random() < 0.02 THEN
    FOR part IN SELECT DISTINCT company_id, list_id FROM added LOOP
      PERFORM sum_contact_list_counts(part.company_id, part.list_id);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER count_contact_list_items_delete AFTER DELETE ON contact_list_items REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_contact_list_items();
CREATE TRIGGER count_contact_list_items_insert AFTER INSERT ON contact_list_items REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_contact_list_items();
CREATE TRIGGER count_contact_list_items_update AFTER UPDATE ON contact_list_items REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_contact_list_items();
