/** A question is read no sooner after it is drawn, in milliseconds: keys that come before were pressed for something else. */
export const READING_MS = 250
