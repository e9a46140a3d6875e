-- Names sort by the rules of language ("Débora" before "Dona"), as devices sort them, and no longer by code point.
DROP TRIGGER log_schedules_of_contact ON contacts;
--> statement-breakpoint
ALTER TABLE "contacts" ALTER COLUMN "name" TYPE text COLLATE "und-x-icu";
--> statement-breakpoint
CREATE TRIGGER log_schedules_of_contact AFTER UPDATE OF name, number ON contacts FOR EACH ROW
  WHEN ((OLD.name, OLD.number) IS DISTINCT FROM (NEW.name, NEW.number)) EXECUTE FUNCTION log_schedules_of_contact();
--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "name" TYPE text COLLATE "und-x-icu";
--> statement-breakpoint
ALTER TABLE "tags" ALTER COLUMN "name" TYPE text COLLATE "und-x-icu";
--> statement-breakpoint
ALTER TABLE "queues" ALTER COLUMN "name" TYPE text COLLATE "und-x-icu";
--> statement-breakpoint
ALTER TABLE "connections" ALTER COLUMN "name" TYPE text COLLATE "und-x-icu";
--> statement-breakpoint
ALTER TABLE "quick_messages" ALTER COLUMN "shortcode" TYPE text COLLATE "und-x-icu";
