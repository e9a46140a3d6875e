DROP INDEX "connections_token";--> statement-breakpoint
DROP INDEX "connections_by_token";--> statement-breakpoint
ALTER TABLE "connections" DROP COLUMN "token";