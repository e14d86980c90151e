import { providerVariable } from '../../core/provider-variable.ts'
import { V1_URL } from './v1-url.ts'

const KEY_VARIABLE = providerVariable({ provider: 'ACROSS', name: 'API_KEY' })

/** Statuses by which an API of Across says that it is for holders of a key only. */
export const KEY_STATUSES: readonly number[] = [401, 403]

/** Statuses by which an API says that it is gone, or for holders of a key only; the Swap API is to be switched off. */
export const GONE_STATUSES: readonly number[] = [...KEY_STATUSES, 301, 302, 307, 308, 404, 410]

/** What one of GONE_STATUSES of the Swap API means, and what to do. @param hasKey true where the user has set one */
export function goneText(status: number, hasKey: boolean): string {
  return KEY_STATUSES.includes(status)
    ? keyText(status, hasKey)
    : `Across has switched off this API (${status}); its successor at ${V1_URL} gives no routes here yet, so take another provider. Swaps under way are followed on their chains`
}

/** What one of KEY_STATUSES means, and what to do. @param hasKey true where the user has set one */
export function keyText(status: number, hasKey: boolean): string {
  return hasKey
    ? `Across does not accept the API key in ${KEY_VARIABLE} (${status}): ask for another one at https://docs.across.to, or unset it`
    : `Across wants an API key (${status}): ask for one at https://docs.across.to and set it as ${KEY_VARIABLE}`
}
