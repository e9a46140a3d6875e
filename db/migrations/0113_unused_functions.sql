-- No version that can run beside this one calls them.
DROP FUNCTION IF EXISTS protect_company_tables();
--> statement-breakpoint
DROP FUNCTION IF EXISTS tickets_saying(text, int);
