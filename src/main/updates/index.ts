import { existsSync } from 'node:fs'
import { release } from 'node:os'
import type { UpdateCheck, UpdateDownload, UpdatePlace } from '../../common/bridge'
import { GalleyError, sentence } from '../../common/errors'
import { networkTrouble, openOutgoing, OutgoingFailure, type Outgoing } from '../outgoing'
import { readChannel, type Channel } from './channel'
import { download } from './download'
import { manifestIn, type Manifest, type ReleaseFile } from './manifest'
import { installCommand, isNewer, platformOf } from './platform'

/** Updates, only when somebody asks (UP1): nothing here begins by itself. */
export interface Updates {
  /** Which address would be asked; nothing is asked. */
  place(): Promise<UpdatePlace>
  /** One request, for the manifest. */
  check(): Promise<UpdateCheck>
  /** Fetches what the last check offered. */
  download(): Promise<UpdateDownload>
  stop(): void
  /** The file that was fetched last; null where there is none. */
  last(): string | null
}

interface UpdatesOptions {
  readonly version: string
  /** Names the channel; absent in builds that have none. */
  readonly channelFile: string
  /** Whether the rules of a release hold: it takes no channel of a test. */
  readonly isRelease: boolean
  /** Where files of updates lie. */
  readonly folder: string
  /** The highest sequence seen, by channel. */
  readonly seen: () => Readonly<Record<string, number>>
  readonly remember: (seen: Readonly<Record<string, number>>) => void
  readonly onProgress: (progress: { readonly done: number; readonly total: number } | null) => void
  readonly outgoing?: Outgoing
  readonly now?: () => number
  readonly platform?: string
}

const MANIFEST = { what: 'a manifest', bytes: 512 * 1024, headMs: 15_000, idleMs: 15_000, wholeMs: 30_000 }

export function openUpdates(options: UpdatesOptions): Updates {
  const { version, folder, seen, remember, onProgress, now = Date.now } = options
  const platform = options.platform ?? platformOf(process, existsSync)
  let offered: { readonly channel: Channel; readonly file: ReleaseFile } | null = null
  let stopping: AbortController | null = null
  let last: string | null = null

  const channel = () => readChannel(options.channelFile, options.isRelease)
  const asking = async <T>(work: (outgoing: Outgoing) => Promise<T>): Promise<T> => {
    // opened for the one question, so that no connection outlives it
    const outgoing = options.outgoing ?? openOutgoing({ userAgent: `Galley/${version}` })
    try {
      return await work(outgoing)
    } finally {
      if (!options.outgoing) outgoing.close()
    }
  }

  async function checked(found: Channel): Promise<UpdateCheck> {
    const bytes = await asking(async (outgoing) => {
      const answer = await outgoing.send({ method: 'GET', url: found.address, headers: {}, limits: MANIFEST })
      if (answer.status === 200) return answer.bytes()
      answer.discard()
      throw new GalleyError(
        'unreachable',
        sentence`${{ host: found.address.host }} has no manifest at this address (${{ status: answer.status }}).`
      )
    })
    const highest = seen()[found.name] ?? 0
    const manifest = manifestIn(bytes, found, { now: now(), seen: highest })
    if (manifest.sequence > highest) remember({ ...seen(), [found.name]: manifest.sequence })
    if (!isNewer(manifest.version, version)) return { kind: 'current', version }
    return offer(found, manifest)
  }

  function offer(
    found: Channel,
    { version: next, issued, notes, files, minimumSystem }: Manifest
  ): UpdateCheck {
    const file = files.find((one) => one.platform === platform) ?? null
    const [system = ''] = platform.split('-')
    const least = minimumSystem?.[system]
    const told = { kind: 'offer', version: next, issued, notes } as const
    if (least !== undefined && isNewer(plain(least), plain(release())))
      return { ...told, file: null, problem: `It needs ${least} of this system, or later.` }
    if (!file) return { ...told, file: null, problem: 'It has no file for this computer.' }
    offered = { channel: found, file }
    return { ...told, file: { size: file.size, host: found.address.host } }
  }

  return {
    async place() {
      try {
        const found = await channel()
        return { address: found?.address.href ?? null, version }
      } catch (error) {
        return { address: null, version, problem: sentenceOf(error, '') }
      }
    },
    async check() {
      offered = null
      let host = ''
      try {
        const found = await channel()
        if (!found) throw new GalleyError('not-found', 'This build has no place to ask for updates.')
        host = found.address.host
        return await checked(found)
      } catch (error) {
        return { kind: 'refused', message: sentenceOf(error, host) }
      }
    },
    async download() {
      if (!offered) return { ok: false, message: 'Check for updates first.' }
      if (stopping) return { ok: false, message: 'It is being fetched already.' }
      const { channel: found, file } = offered
      stopping = new AbortController()
      const following = {
        signal: stopping.signal,
        onProgress: (done: number, total: number) => onProgress({ done, total })
      }
      try {
        last = await asking((outgoing) => download(outgoing, found, file, folder, following))
        return { ok: true, file: last, command: installCommand(platform, last) }
      } catch (error) {
        return { ok: false, message: sentenceOf(error, found.address.host) }
      } finally {
        stopping = null
        onProgress(null)
      }
    },
    stop: () => stopping?.abort(),
    last: () => last
  }
}

const plain = (system: string) => system.replace(/[^0-9.].*$/, '')

function sentenceOf(error: unknown, host: string): string {
  if (error instanceof GalleyError) return error.message
  if (error instanceof OutgoingFailure) return networkTrouble(error, host).message.text
  console.error('galley:', error)
  return 'It could not be stored on this computer. The reason is in the log of the app.'
}
