import { shell } from 'electron'
import { externalAddress, publishedAddress, signInAddress } from './external-address'

/**
 * Opens the address in the system's browser or mail program; does nothing for addresses that are not allowed.
 */
export async function openExternal(text: string): Promise<void> {
  const address = externalAddress(text)
  if (address !== null) await shell.openExternal(address)
}

/** Opens a provider's page in the system's browser, to sign in there (Y20). */
export async function openSignIn(text: string): Promise<void> {
  const address = signInAddress(text)
  if (address !== null) await shell.openExternal(address)
}

/** Opens what is published in the system's browser, at the Local API of this app. */
export async function openPublished(origin: string | null, address: string): Promise<void> {
  const whole = origin === null ? null : publishedAddress(origin, address)
  if (whole !== null) await shell.openExternal(whole)
}
