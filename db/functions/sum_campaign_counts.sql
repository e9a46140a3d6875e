-- Replaces the counts of a campaign that no other transaction has locked by their sums.
CREATE OR REPLACE FUNCTION sum_campaign_counts(company uuid, campaign uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE part record;
BEGIN
  FOR part IN
    WITH spent AS (
      SELECT id FROM campaign_counts WHERE company_id = company AND campaign_id = campaign FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM campaign_counts AS c USING spent AS s
      WHERE c.company_id = company AND c.campaign_id = campaign AND c.id = s.id
      RETURNING c.state, c.reason, c.progress, c.variant, c.connection_id, c.n
    )
    SELECT state, reason, progress, variant, connection_id, sum(n) AS n FROM gone
    GROUP BY state, reason, progress, variant, connection_id HAVING sum(n) <> 0
  LOOP
    INSERT INTO campaign_counts (company_id, campaign_id, id, state, reason, progress, variant, connection_id, n)
    VALUES (company, campaign, gen_random_uuid(), part.state, part.reason, part.progress, part.variant, part.connection_id, part.n);
  END LOOP;
END $$;
