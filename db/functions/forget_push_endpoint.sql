-- Ends the subscription that another company has of a browser. Called before the transaction that subscribes it.
CREATE OR REPLACE FUNCTION forget_push_endpoint(wanted text, keeper uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE company uuid;
BEGIN
  SELECT k.company_id INTO company FROM company_keys k WHERE k.kind = 'push' AND k.key = push_key(wanted) AND k.company_id <> keeper;
  IF FOUND THEN
    DELETE FROM push_subscriptions p WHERE p.company_id = company AND p.endpoint = wanted;
    DELETE FROM company_keys k WHERE k.kind = 'push' AND k.key = push_key(wanted) AND k.company_id = company;
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION forget_push_endpoint(text, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_push_endpoint(text, uuid) TO balcao_app;
