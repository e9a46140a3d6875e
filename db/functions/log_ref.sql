-- Writes a change of the small collection `refs`. The document's id is the kind, a colon and the row's key.
CREATE OR REPLACE FUNCTION log_ref() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE data jsonb := to_jsonb(coalesce(NEW, OLD));
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  PERFORM log_change((data ->> 'company_id')::uuid, 'refs', TG_ARGV[0] || ':' || (data ->> TG_ARGV[1]), NULL, NULL, NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER log_ref AFTER INSERT OR DELETE ON connection_queues FOR EACH ROW EXECUTE FUNCTION log_ref('connection', 'connection_id');
CREATE TRIGGER log_ref AFTER INSERT OR DELETE OR UPDATE ON connections FOR EACH ROW EXECUTE FUNCTION log_ref('connection', 'id');
CREATE TRIGGER log_ref AFTER INSERT OR DELETE OR UPDATE ON queue_options FOR EACH ROW EXECUTE FUNCTION log_ref('queue', 'queue_id');
CREATE TRIGGER log_ref AFTER INSERT OR DELETE OR UPDATE ON queues FOR EACH ROW EXECUTE FUNCTION log_ref('queue', 'id');
CREATE TRIGGER log_ref AFTER INSERT OR DELETE OR UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION log_ref('setting', 'key');
CREATE TRIGGER log_ref AFTER INSERT OR DELETE OR UPDATE ON tags FOR EACH ROW EXECUTE FUNCTION log_ref('tag', 'id');
CREATE TRIGGER log_ref AFTER INSERT OR DELETE ON user_queues FOR EACH ROW EXECUTE FUNCTION log_ref('user', 'user_id');
CREATE TRIGGER log_ref AFTER INSERT OR DELETE OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION log_ref('user', 'id');
