-- API processes remember a checked session for up to 30 seconds (docs/decisions/0058). Each change of what they remember sends the
-- company's id when it commits, so that they forget it. One notice per transaction and company: Postgres drops equal ones.
CREATE FUNCTION notify_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('balcao_people', (to_jsonb(coalesce(NEW, OLD)) ->> TG_ARGV[0]));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER notify_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION notify_people('company_id');
--> statement-breakpoint
-- A longer life of a session needs no notice.
CREATE TRIGGER notify_changed AFTER UPDATE OF user_id, expires_at ON sessions FOR EACH ROW
  WHEN (NEW.expires_at < OLD.expires_at OR NEW.user_id <> OLD.user_id) EXECUTE FUNCTION notify_people('company_id');
--> statement-breakpoint
CREATE TRIGGER notify_people AFTER INSERT OR DELETE ON users FOR EACH ROW EXECUTE FUNCTION notify_people('company_id');
--> statement-breakpoint
CREATE TRIGGER notify_changed AFTER UPDATE OF name, profile, is_super, all_ticket, all_historic, all_user_chat ON users FOR EACH ROW
  EXECUTE FUNCTION notify_people('company_id');
--> statement-breakpoint
CREATE TRIGGER notify_people AFTER INSERT OR UPDATE OR DELETE ON user_queues FOR EACH ROW EXECUTE FUNCTION notify_people('company_id');
--> statement-breakpoint
CREATE TRIGGER notify_people AFTER INSERT OR UPDATE OR DELETE ON settings FOR EACH ROW EXECUTE FUNCTION notify_people('company_id');
--> statement-breakpoint
CREATE TRIGGER notify_changed AFTER UPDATE OF is_active, due_date, plan_id, suspended_at, deleted_at ON companies FOR EACH ROW
  EXECUTE FUNCTION notify_people('id');
--> statement-breakpoint
CREATE TRIGGER notify_ended AFTER DELETE ON companies FOR EACH ROW EXECUTE FUNCTION notify_people('id');
