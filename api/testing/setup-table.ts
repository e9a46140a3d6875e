/**
 * Permissions for administration (service-desk.md §6), for every interface: REST, a device's commands and the
 * screens. `-` is refused with 403 (the schedule is the user's own); another company's admin gets 404 for every row.
 */
const setupTable = `
  call                                                 | admin | supervisor | user
  GET /dashboard?days=7                                | yes   | -          | -
  GET /first-steps                                     | yes   | -          | -
  GET /whatsapp/{whatsappId}                           | yes   | yes        | yes
  POST /whatsapp                                       | yes   | -          | -
  PUT /whatsapp/{freeConnectionId}                     | yes   | -          | -
  POST /whatsapp/{freeConnectionId}/token              | yes   | -          | -
  DELETE /whatsapp/{freeConnectionId}/token            | yes   | -          | -
  POST /whatsappsession/{freeConnectionId}             | yes   | -          | -
  PUT /whatsappsession/{freeConnectionId}              | yes   | -          | -
  POST /whatsappsession/{whatsappId}/pairing-code      | yes   | -          | -
  DELETE /whatsappsession/{freeConnectionId}           | yes   | -          | -
  POST /whatsapp-restart                               | yes   | -          | -
  DELETE /whatsapp/{freeConnectionId}                  | yes   | -          | -
  GET /facebook/login                                  | yes   | -          | -
  POST /facebook/login                                 | yes   | -          | -
  POST /facebook                                       | yes   | -          | -
  GET /queue/{freeQueueId}                             | yes   | yes        | yes
  POST /queue                                          | yes   | -          | -
  PUT /queue/{freeQueueId}                             | yes   | -          | -
  POST /queue-options                                  | yes   | -          | -
  PUT /queue-options/{optionId}                        | yes   | -          | -
  DELETE /queue-options/{optionId}                     | yes   | -          | -
  DELETE /queue/{freeQueueId}                          | yes   | -          | -
  POST /users                                          | yes   | -          | -
  PUT /users/{freeUserId}                              | yes   | -          | -
  GET /users/{freeUserId}/sessions                     | yes   | -          | -
  DELETE /users/{freeUserId}/sessions/{freeSessionId}  | yes   | -          | -
  DELETE /users/{freeUserId}                           | yes   | -          | -
  PUT /settings/userRating                             | yes   | -          | -
  PUT /companies/{companyId}/schedules                 | yes   | -          | -
  POST /contacts                                       | yes   | yes        | yes
  PUT /contacts/{contactId}                            | yes   | yes        | yes
  PUT /contacts/block/{contactId}                      | yes   | yes        | yes
  POST /contacts/{contactId}/consent                   | yes   | yes        | yes
  DELETE /contacts/{freeContactId}                     | yes   | -          | -
  POST /contacts/{contactId}/merge                     | yes   | yes        | -
  DELETE /contacts/merges/{mergeId}                    | yes   | yes        | -
  GET /contacts/misread                                | yes   | -          | -
  POST /contacts/misread/{misreadContactId}            | yes   | -          | -
  DELETE /contacts/misread/{numberFixId}               | yes   | -          | -
  POST /tags                                           | yes   | yes        | yes
  POST /tags (column)                                  | yes   | yes        | -
  PUT /tags/{tagId}                                    | yes   | yes        | -
  PUT /tags/kanban                                     | yes   | yes        | -
  DELETE /tags/{tagId}                                 | yes   | yes        | -
  POST /quick-messages                                 | yes   | yes        | yes
  POST /quick-messages (general)                       | yes   | yes        | -
  PUT /quick-messages/{quickId}                        | yes   | yes        | yes
  DELETE /quick-messages/{quickId}                     | yes   | yes        | yes
  PUT /quick-messages/{generalQuickId}                 | yes   | yes        | -
  DELETE /quick-messages/{generalQuickId}              | yes   | yes        | -
  POST /schedules                                      | yes   | yes        | yes
  POST /schedules (for another)                        | yes   | -          | -
  PUT /schedules/{scheduleId}                          | yes   | -          | yes
  DELETE /schedules/{scheduleId}                       | yes   | -          | yes
  POST /campaigns                                      | yes   | yes        | -
  PUT /campaigns/{campaignId}                          | yes   | yes        | -
  POST /campaigns/{campaignId}/duplicate               | yes   | yes        | -
  POST /campaigns/{campaignId}/start                   | yes   | yes        | -
  POST /campaigns/{plannedCampaignId}/schedule         | yes   | yes        | -
  POST /campaigns/{runningCampaignId}/cancel           | yes   | yes        | -
  POST /campaigns/{runningCampaignId}/duplicate        | yes   | yes        | -
  POST /campaigns/{runningCampaignId}/resend           | yes   | yes        | -
  POST /campaigns/{cancelledCampaignId}/restart        | yes   | yes        | -
  DELETE /campaigns/{campaignId}                       | yes   | yes        | -
  GET /campaigns/{campaignId}                          | yes   | yes        | -
  GET /campaigns/{campaignId}/preview                  | yes   | yes        | -
  GET /campaigns/{campaignId}/preview/excluded         | yes   | yes        | -
  GET /campaigns/{campaignId}/report                   | yes   | yes        | -
  GET /campaigns/{campaignId}/recipients               | yes   | yes        | -
  GET /campaigns                                       | yes   | yes        | -
  GET /campaign-settings                               | yes   | yes        | -
  POST /campaign-settings                              | yes   | yes        | -
  POST /openai                                         | yes   | yes        | yes
  GET /ai                                              | yes   | yes        | yes
  POST /ai/server/test                                 | yes   | -          | -
  GET /ai/server                                       | yes   | -          | -
  PUT /ai/server                                       | yes   | -          | -
  DELETE /ai/server                                    | yes   | -          | -
  GET /invoices/all                                    | yes   | -          | -
  GET /invoices/{paidInvoiceId}/receipt                | yes   | -          | -
  GET /subscription                                    | yes   | -          | -
  POST /subscription                                   | yes   | -          | -
  POST /subscription/upgrade                           | yes   | -          | -
  GET /contact-lists                                   | yes   | yes        | -
  GET /contact-lists/list                              | yes   | yes        | -
  GET /contact-lists/{listId}                          | yes   | yes        | -
  GET /contact-lists/{listId}/summary                  | yes   | yes        | -
  POST /contact-lists                                  | yes   | yes        | -
  PUT /contact-lists/{listId}                          | yes   | yes        | -
  POST /contact-lists/{listId}/contacts                | yes   | yes        | -
  POST /contact-lists/{listId}/check                   | yes   | yes        | -
  GET /contact-list-items/{listItemId}                 | yes   | yes        | -
  POST /contact-list-items                             | yes   | yes        | -
  PUT /contact-list-items/{listItemId}                 | yes   | yes        | -
  DELETE /contact-list-items/{listItemId}              | yes   | -          | -
  POST /contact-list-items/delete                      | yes   | -          | -
  DELETE /contact-lists/{listId}                       | yes   | yes        | -
  DELETE /ticket-notes/{noteId}                        | yes   | -          | -
  POST /enviar-email                                   | yes   | yes        | yes
  POST /agendar-envio-email                            | yes   | yes        | yes
  POST /mails                                          | yes   | yes        | yes
  GET /mails                                           | yes   | yes        | yes
  GET /mail-setup                                      | yes   | yes        | yes
  POST /mail-setup/test                                | yes   | -          | -
`;

export const setupProfiles = ["admin", "supervisor", "user"] as const;
export type SetupProfile = (typeof setupProfiles)[number];

/** Returns each call with the profiles that may make it. */
export function readSetupTable(): { call: string; may: SetupProfile[] }[] {
  const [, ...lines] = setupTable
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => line.split("|").map((cell) => cell.trim()));
  return lines.map(([call = "", ...cells]) => ({
    call,
    may: setupProfiles.filter((_, place) => cells[place] === "yes"),
  }));
}
