-- Replaces the counts of a contact list that no other transaction has locked by their sums.
CREATE OR REPLACE FUNCTION sum_contact_list_counts(company uuid, list uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE part record;
BEGIN
  FOR part IN
    WITH spent AS (
      SELECT id FROM contact_list_counts WHERE company_id = company AND list_id = list FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM contact_list_counts AS c USING spent AS s
      WHERE c.company_id = company AND c.list_id = list AND c.id = s.id RETURNING c.is_whatsapp_valid, c.n
    )
    SELECT is_whatsapp_valid, sum(n) AS n FROM gone GROUP BY is_whatsapp_valid HAVING sum(n) <> 0
  LOOP
    INSERT INTO contact_list_counts (company_id, list_id, id, is_whatsapp_valid, n)
    VALUES (company, list, gen_random_uuid(), part.is_whatsapp_valid, part.n);
  END LOOP;
END $$;
