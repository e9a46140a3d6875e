-- Returns whether a campaign has recipients that are not done: one probe of the index for each state.
CREATE OR REPLACE FUNCTION campaign_is_open(company uuid, campaign uuid) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE one text;
BEGIN
  FOREACH one IN ARRAY ARRAY['waiting', 'asked', 'confirmed'] LOOP
    PERFORM FROM campaign_recipients AS r WHERE r.company_id = company AND r.campaign_id = campaign AND r.state::text = one
      ORDER BY r.reason, r.progress LIMIT 1;
    IF FOUND THEN RETURN true; END IF;
  END LOOP;
  RETURN false;
END $$;
REVOKE EXECUTE ON FUNCTION campaign_is_open(uuid, uuid) FROM PUBLIC;
