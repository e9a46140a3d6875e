export { type CampaignAnswer, findCampaignAnswer } from "./find-answer.ts";
export { takeConfirmation, takeReply } from "./take-answer.ts";
