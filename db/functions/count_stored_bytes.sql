-- Counts the bytes of a company's files as appended changes, as `count_campaign_recipients` counts recipients.
CREATE OR REPLACE FUNCTION count_stored_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE parts refcursor; part record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    OPEN parts FOR SELECT company_id, sum(size) AS bytes FROM added GROUP BY company_id;
  ELSIF TG_OP = 'UPDATE' THEN
    OPEN parts FOR SELECT company_id, sum(bytes) AS bytes
      FROM (SELECT company_id, size AS bytes FROM added UNION ALL SELECT company_id, -size FROM removed) AS changed
      GROUP BY company_id HAVING sum(bytes) <> 0;
  ELSE
    OPEN parts FOR SELECT company_id, -sum(size) AS bytes FROM removed GROUP BY company_id;
  END IF;
  LOOP
    FETCH parts INTO part;
    EXIT WHEN NOT FOUND;
    INSERT INTO stored_bytes (company_id, id, bytes) VALUES (part.company_id, gen_random_uuid(), part.bytes);
    IF random() < 0.02 THEN PERFORM sum_stored_bytes(part.company_id); END IF;
  END LOOP;
  CLOSE parts;
  RETURN NULL;
END $$;

CREATE TRIGGER count_stored_bytes_delete AFTER DELETE ON files REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();
CREATE TRIGGER count_stored_bytes_insert AFTER INSERT ON files REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();
CREATE TRIGGER count_stored_bytes_update AFTER UPDATE ON files REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();
