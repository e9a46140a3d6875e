-- The company's time zone is one of its settings to everybody who reads or hears of them.
CREATE FUNCTION log_time_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change(NEW.id, 'refs', 'setting:timeZone', NULL, NULL, NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_time_zone AFTER UPDATE ON companies FOR EACH ROW
  WHEN (OLD.time_zone IS DISTINCT FROM NEW.time_zone) EXECUTE FUNCTION log_time_zone();
--> statement-breakpoint
-- A phone that cannot scan is linked by a code that is typed on it: for which number, and the code.
ALTER TABLE "connection_leases" ADD COLUMN "pairing_number" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "pairing_code" text DEFAULT '' NOT NULL;
