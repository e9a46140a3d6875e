export { listQueues, type QueueRow } from "./list-queues.ts";
