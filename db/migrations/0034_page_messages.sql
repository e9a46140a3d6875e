-- Until when a person may be written to over a page hangs on when they last wrote.
ALTER TABLE "tickets" ADD COLUMN "last_customer_message_at" timestamp with time zone;
--> statement-breakpoint
-- In which order pages' events came: it only orders, and two that come at once may have either order.
CREATE SEQUENCE "page_event_order";
--> statement-breakpoint
GRANT USAGE ON SEQUENCE "page_event_order" TO balcao_app;
