-- Replaces the byte counts of a company that no other transaction has locked by their sum.
CREATE OR REPLACE FUNCTION sum_stored_bytes(company uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE total bigint;
BEGIN
  WITH spent AS (
    SELECT id FROM stored_bytes WHERE company_id = company FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM stored_bytes AS b USING spent AS s WHERE b.company_id = company AND b.id = s.id RETURNING b.bytes
  )
  SELECT sum(bytes) INTO total FROM gone;
  IF total <> 0 THEN
    INSERT INTO stored_bytes (company_id, id, bytes) VALUES (company, gen_random_uuid(), total);
  END IF;
END $$;
