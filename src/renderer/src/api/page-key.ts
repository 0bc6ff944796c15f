import { pageKey } from '../../../common/api/page-key'
import { basePath } from './base-path'

/**
 * The header by which the service knows that a page of its own asks (A5); null in the app, and without a
 * session.
 */
export function pageKeyHeader(): Readonly<Record<string, string>> | null {
  const key = isServedOverHttp() ? localStorage.getItem(storageKey()) : null
  return key === null ? null : { [pageKey.header]: key }
}

/** Two services of one host may lie below different paths. */
const storageKey = (): string => pageKey.storage + basePath()

export const isServedOverHttp = (): boolean => location.protocol.startsWith('http')

/** Told when another tab of this browser signs in or out. @returns a function that ends it */
export function onPageKey(listener: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === storageKey()) listener()
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

export function forgetPageKey(): void {
  localStorage.removeItem(storageKey())
}
