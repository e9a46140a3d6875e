-- Deletes the counts of a deleted campaign.
CREATE OR REPLACE FUNCTION forget_campaign_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE owner record;
BEGIN
  FOR owner IN SELECT company_id, id FROM removed LOOP
    DELETE FROM campaign_counts WHERE company_id = owner.company_id AND campaign_id = owner.id;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER forget_campaign_counts AFTER DELETE ON campaigns REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION forget_campaign_counts();
