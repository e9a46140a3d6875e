-- Counts the recipients of a campaign by state as appended changes: an upsert would make the senders and receipts of a
-- campaign wait for each other, and two transactions with several changes would deadlock. One statement in fifty
-- replaces the rows that no other transaction has locked by their sums.
CREATE OR REPLACE FUNCTION count_campaign_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE parts refcursor; part record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    OPEN parts FOR SELECT company_id, campaign_id, state, reason, progress, variant, connection_id, count(*) AS n
      FROM added GROUP BY company_id, campaign_id, state, reason, progress, variant, connection_id;
  ELSIF TG_OP = 'UPDATE' THEN
    OPEN parts FOR SELECT company_id, campaign_id, state, reason, progress, variant, connection_id, sum(n) AS n
      FROM (SELECT company_id, campaign_id, state, reason, progress, variant, connection_id, 1 AS n FROM added
            UNION ALL SELECT company_id, campaign_id, state, reason, progress, variant, connection_id, -1 FROM removed) AS changed
      GROUP BY company_id, campaign_id, state, reason, progress, variant, connection_id HAVING sum(n) <> 0;
  ELSE
    OPEN parts FOR SELECT company_id, campaign_id, state, reason, progress, variant, connection_id, -count(*) AS n
      FROM removed GROUP BY company_id, campaign_id, state, reason, progress, variant, connection_id;
  END IF;
  LOOP
    FETCH parts INTO part;
    EXIT WHEN NOT FOUND;
    -- With the owner, all its counts are deleted.
    CONTINUE WHEN TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM campaigns WHERE company_id = part.company_id AND id = part.campaign_id);
    INSERT INTO campaign_counts (company_id, campaign_id, id, state, reason, progress, variant, connection_id, n)
    VALUES (part.company_id, part.campaign_id, gen_random_uuid(), part.state, part.reason, part.progress, part.variant, part.connection_id, part.n);
  END LOOP;
  CLOSE parts;
  IF TG_OP <> 'DELETE' AND random() < 0.02 THEN
    FOR part IN SELECT DISTINCT company_id, campaign_id FROM added LOOP
      PERFORM sum_campaign_counts(part.company_id, part.campaign_id);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER count_campaign_recipients_delete AFTER DELETE ON campaign_recipients REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_campaign_recipients();
CREATE TRIGGER count_campaign_recipients_insert AFTER INSERT ON campaign_recipients REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_campaign_recipients();
CREATE TRIGGER count_campaign_recipients_update AFTER UPDATE ON campaign_recipients REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_campaign_recipients();
