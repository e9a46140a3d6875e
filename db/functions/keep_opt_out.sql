-- Keeps an opt-out for the remaining addresses of a contact when one of its addresses is removed: it belongs to the
-- person. The removed address keeps it too, because its owner has not agreed to anything.
CREATE OR REPLACE FUNCTION keep_opt_out() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE contact record; opt_out record;
BEGIN
  FOR contact IN
    SELECT company_id, contact_id, array_agg(kind || ' ' || match_key) AS keys FROM removed GROUP BY company_id, contact_id ORDER BY company_id, contact_id
  LOOP
    FOR opt_out IN
      SELECT a.kind, a.match_key, since.first
      FROM contact_addresses AS a
      CROSS JOIN (SELECT min(o.since) AS first FROM opt_outs AS o
        WHERE o.company_id = contact.company_id AND o.kind || ' ' || o.match_key = ANY (contact.keys)) AS since
      WHERE a.company_id = contact.company_id AND a.contact_id = contact.contact_id AND since.first IS NOT NULL
      ORDER BY a.kind, a.match_key
    LOOP
      INSERT INTO opt_outs (company_id, kind, match_key, since)
      VALUES (contact.company_id, opt_out.kind, opt_out.match_key, opt_out.first) ON CONFLICT DO NOTHING;
    END LOOP;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_opt_out AFTER DELETE ON contact_addresses REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_opt_out();
