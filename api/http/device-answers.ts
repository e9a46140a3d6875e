/** The devices' own requests, hundreds an hour. */
const ofDevice = /^\/(sync\/.*|events|presence)$/;
const ofData = /^(application\/json|text\/event-stream)(;|$)/;

/** Returns whether a response is for the sync of a device: JSON, events or nothing, on which a page's headers mean nothing. */
export const isForDevice = (path: string, { status, headers }: Response): boolean =>
  ofDevice.test(path) && (status === 204 || ofData.test(headers.get("Content-Type") ?? ""));
