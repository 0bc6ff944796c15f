import { contentPolicy } from '../../common/api/security'
import { remotePictureOperations } from '../../common/api/operations/remote-picture'
import type { ContentPath } from '../../common/content/paths'
import { pictureExcess } from '../../common/content/picture-excess'
import { pictureTypeOf } from '../../common/content/picture-type'
import { webAddressOf } from '../../common/content/web-address'
import { GalleyError, sentence } from '../../common/errors'
import { formatOfPath } from '../../common/formats/files'
import { MOST_PICTURE_BYTES, type RemotePictureRequest } from '../../common/importing/remote-picture'
import type { Caller } from '../callers/types'
import type { Asked, Known, Step } from '../http/asked'
import { pathAfterAppPrefix } from '../http/request-path'
import { openRoom, type Room } from '../http/room'
import { mayLead, type Outgoing } from '../outgoing'
import type { WorkspaceTrust } from '../trust'
import type { ImportLimits } from './limits'
import { importLimits } from './limits'
import { policyOf, requireMeant, type OwnHosts } from './own-network'
import { openFetcher, type WebAnswer } from './sources/web/fetcher'
import { WebFailure } from './web-failure'

interface RemotePictureParts {
  readonly trust: WorkspaceTrust
  /** Of this machine's own network: what everybody may ask. */
  readonly hosts: OwnHosts
  readonly userAgent: string
  /** In place of what one picture may cost. */
  readonly limits?: Partial<ImportLimits> | undefined
  /** Stands in for the line and the system's directory of names, in tests. */
  readonly outgoing?: Outgoing
}

/** A person waits, so nothing is asked for long, or often. */
const pictureLimits: ImportLimits = {
  ...importLimits,
  headMs: 15_000,
  idleMs: 15_000,
  wholeMs: 90_000,
  tries: 2,
  longestWaitMs: 5_000
}

/** Pictures of other servers for pages, one at a time, only when a person asks (VE29). */
export function openRemotePictures(caller: Step<Asked, Known>, parts: RemotePictureParts): Room {
  return openRoom({
    operations: remotePictureOperations,
    enter: caller,
    handlers: {
      async fetchPicture({ access, caller: person, request, url }, { body }) {
        const path = pathAfterAppPrefix(url)
        await access.require('write', path)
        requirePage(path)
        parts.trust.requireOutgoing()
        const { bytes, type } = await fetchedPicture(parts, person, await body(), request.signal)
        return new Response(new Uint8Array(bytes), {
          headers: {
            'Content-Type': type,
            'X-Content-Type-Options': 'nosniff',
            'Content-Security-Policy': contentPolicy,
            'Cross-Origin-Resource-Policy': 'same-origin',
            'Cache-Control': 'no-store'
          }
        })
      }
    }
  })
}

function requirePage(path: ContentPath): void {
  if (formatOfPath(path) !== 'page')
    throw new GalleyError('bad-request', 'Pictures are fetched for pages.', { where: path })
}

/** @throws GalleyError bad-request · forbidden · not-agreed · own-network · too-large */
async function fetchedPicture(
  { hosts, userAgent, limits, outgoing }: RemotePictureParts,
  caller: Pick<Caller, 'kind'>,
  wanted: RemotePictureRequest,
  signal: AbortSignal
): Promise<{ readonly bytes: Uint8Array; readonly type: string }> {
  const url = addressIn(wanted.url)
  const isMeant = wanted.ownNetwork === true
  if (!wanted.hosts.includes(url.host)) throw notAgreed(url)
  await requireMeant([url], caller, isMeant, hosts)
  const fetcher = openFetcher(
    { ...pictureLimits, ...limits },
    { userAgent, policy: policyOf(caller.kind, isMeant, hosts), ...(outgoing && { outgoing }) }
  )
  try {
    const answer = await fetcher.read({
      method: 'GET',
      url: url.href,
      headers: () => ({ Accept: 'image/*' }),
      maxBytes: MOST_PICTURE_BYTES,
      signal,
      follow: (from, to) => mayLead(from, to) && wanted.hosts.includes(to.host)
    })
    return { bytes: answer.bytes, type: typeIn(answer, url) }
  } catch (error) {
    throw error instanceof WebFailure ? refusalOf(error, url) : error
  } finally {
    fetcher.close()
  }
}

function addressIn(address: string): URL {
  const url = webAddressOf(address)
  if (url === null)
    throw new GalleyError('bad-request', 'Only http and https addresses are asked.', { where: 'url' })
  // it names nobody to the other server
  url.username = ''
  url.password = ''
  return url
}

function typeIn(answer: WebAnswer & { readonly bytes: Uint8Array }, { host }: URL): string {
  if (answer.redirect !== null) {
    const to = new URL(answer.redirect)
    if (!mayLead(new URL(answer.url), to) || !/^https?:$/.test(to.protocol))
      throw new GalleyError(
        'forbidden',
        sentence`${{ host }} leads to a place that no picture is fetched from.`,
        { where: to.host }
      )
    if (new URL(answer.url).protocol === 'https:' && to.protocol === 'http:')
      throw new GalleyError(
        'forbidden',
        sentence`${{ host }} leads from https to http, where everybody could change it.`,
        { where: to.host }
      )
    throw notAgreed(to)
  }
  const type = pictureTypeOf(answer.bytes)
  if (type === null)
    throw new GalleyError(
      'bad-request',
      sentence`What ${{ host }} answers is no picture that pages can show.`,
      { where: answer.url }
    )
  const excess = pictureExcess(answer.bytes, type)
  if (excess !== null)
    throw new GalleyError(
      'too-large',
      sentence`The picture is more than can be shown: it has ${{ excess }}.`,
      { where: answer.url }
    )
  return type
}

const notAgreed = ({ host }: URL) =>
  new GalleyError(
    'not-agreed',
    sentence`It lies on ${{ host }}, which was not named. Try again to ask that server, too.`,
    { where: host }
  )

function refusalOf({ why, message }: WebFailure, { href }: URL): GalleyError {
  const reason = why === 'size' ? 'too-large' : why === 'host' ? 'forbidden' : 'bad-request'
  return new GalleyError(reason, message, { where: href })
}
