export { createQueue } from "./create-queue.ts";
export { deleteQueue } from "./delete-queue.ts";
export { deleteQueueOption } from "./delete-queue-option.ts";
export { listQueues, type QueueRow } from "./list-queues.ts";
export { listQueueOptions, type QueueOptionRow, siblingsOf } from "./queue-options.ts";
export { requireFlowAddress } from "./require-flow-address.ts";
export { findQueue, requireQueue } from "./require-queue.ts";
export { addQueueOption, changeQueueOption } from "./save-queue-option.ts";
export { updateQueue } from "./update-queue.ts";
