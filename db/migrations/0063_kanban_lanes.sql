-- The order of the kanban lanes. Present lanes share position 0 and keep their order by name.
ALTER TABLE "tags" ADD COLUMN "lane_position" integer DEFAULT 0 NOT NULL;