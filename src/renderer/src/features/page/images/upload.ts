import type { ContentPath } from '../../../../../common/content/paths'
import type { Placeholder } from '../../../engines/page/images/placeholder'
import { reasonOf } from '../../../api'
import type { RemotePicture, Wider } from './remote-picture'
import { words } from './words'

/** A picture of a page that is on its way. */
export interface Upload {
  readonly id: number
  readonly name: string
  readonly shown: Placeholder
  readonly stop: AbortController
  /** Null until it is known, for a file of another site. */
  file: File | null
  readonly from: ContentPath | null
  /** Of a picture on another server: what may be asked now, and what trying again says yes to. */
  remote: { readonly now: RemotePicture; readonly wider: Wider | null } | null
  /** Those that come as one step to undo. */
  readonly batch: Set<Upload> | null
  state: 'going' | 'failed' | 'come'
  /** Where it is, once it has come. */
  path: ContentPath | null
}

/** Of those that are on their way, all that wait for the same yes as this one, which is among them. */
export function waitingForSameYes(upload: Upload, going: Iterable<Upload>): readonly Upload[] {
  const said = upload.remote?.wider?.of
  if (said === undefined) return [upload]
  return [...going].filter(({ state, remote }) => state === 'failed' && remote?.wider?.of === said)
}

/** What is said in place of the service's sentence; null for that. */
export const remoteWords = ({ remote }: Upload, error: unknown): string | null =>
  remote !== null && reasonOf(error) === 'own-network' ? words.ownNetwork(new URL(remote.now.url).host) : null
