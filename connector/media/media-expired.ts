/** The link of a media file has expired: only the open connection can get a new one. */
export class MediaExpired extends Error {}
