/** What a server shows to its own machine only, unless it is exposed. */
export const LOCAL_RESOURCES = ['events', 'metrics'] as const

export type LocalResource = (typeof LOCAL_RESOURCES)[number]
