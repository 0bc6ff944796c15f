import type { ContentPath } from '../../../../../common/content/paths'
import { pictureTypeOf } from '../../../../../common/content/picture-type'
import { GalleyError } from '../../../../../common/errors'
import { imports } from '../../../api/importing'
import { extensionOfPicture } from './send-picture'

/** A picture on another server, and what the person has said yes to. */
export interface RemotePicture {
  readonly url: string
  /** With their ports. */
  readonly hosts: readonly string[]
  readonly ownNetwork: boolean
}

/** What its address is called where there is room for a few words. */
export function nameOfRemote(url: string): string {
  const { host, pathname } = new URL(url)
  const last = pathname.split('/').filter(Boolean).at(-1)
  try {
    return last === undefined ? host : decodeURIComponent(last)
  } catch {
    return last ?? host
  }
}

/**
 * Fetches it through the service, which asks nobody who was not named (VE29).
 * @returns a file that is called as its address, with the extension of what it is
 * @throws GalleyError not-agreed · own-network: `wider` tells what the person may say yes to
 */
export async function fetchRemote(
  { url, hosts, ownNetwork }: RemotePicture,
  page: ContentPath,
  signal: AbortSignal
): Promise<File> {
  const bytes = await imports.picture(
    page,
    { url, hosts: [...hosts], ...(ownNetwork && { ownNetwork }) },
    signal
  )
  const type = pictureTypeOf(bytes) ?? ''
  const name = nameOfRemote(url).replace(/\.[a-z0-9]{1,5}$/i, '')
  return new File([Uint8Array.from(bytes)], `${name}.${extensionOfPicture(type)}`, { type })
}

/** What the person says yes to who tries again, having read why it failed. */
export interface Wider {
  readonly picture: RemotePicture
  /** The same for all pictures of which the same was said: one yes is for all of them. */
  readonly of: string
}

/** What may be tried then; null for nothing more than before. */
export function wider(picture: RemotePicture, error: unknown): Wider | null {
  if (!(error instanceof GalleyError)) return null
  const { reason, where } = error
  if (reason === 'own-network')
    return { picture: { ...picture, ownNetwork: true }, of: `${reason} ${new URL(picture.url).host}` }
  return reason === 'not-agreed' && where !== undefined
    ? { picture: { ...picture, hosts: [...picture.hosts, where] }, of: `${reason} ${where}` }
    : null
}
