import { shell } from 'electron'

/** The address as it may be given to the system: `https` and `mailto` only, parsed. Null for everything else. */
export function externalAddress(text: string): string | null {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return null
  }
  return url.protocol === 'https:' || url.protocol === 'mailto:' ? url.href : null
}

/** Opens the address in the system's browser or mail program; does nothing for addresses that are not allowed. */
export async function openExternal(text: string): Promise<void> {
  const address = externalAddress(text)
  if (address !== null) await shell.openExternal(address)
}
