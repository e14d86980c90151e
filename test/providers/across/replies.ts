import { alteredRecording } from '../../support/altered-recording.ts'

/** A recording with some of its fields replaced. */
export const altered = (file: string, changes: Readonly<Record<string, unknown>>): string =>
  alteredRecording(import.meta.url, file, changes)

/** 32 bytes of hex that hold an EVM address. */
export const word = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')
