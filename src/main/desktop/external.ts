import { shell } from 'electron'
import { externalAddress } from './external-address'

/** Opens the address in the system's browser or mail program; does nothing for addresses that are not allowed. */
export async function openExternal(text: string): Promise<void> {
  const address = externalAddress(text)
  if (address !== null) await shell.openExternal(address)
}
