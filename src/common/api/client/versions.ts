import type { ContentPath } from '../../content/paths'
import type { HistoryRecord, VersionRecord } from '../types'
import { historyRecords, versionRecords } from './answers'
import { rawBody } from './bodies'
import { bytesOf, type CallOptions, type Calls } from './calls'
import { headersOf, type Conditions } from './conditions'
import { etagOf, mediaType, withText } from './states'

interface VersionState {
  readonly bytes: Uint8Array
  readonly text: string
  readonly type: string
  readonly etag: string
}

/** Versions of files (V1, V7, V8). */
export const versionCalls = ({ ask, at, read }: Calls) => ({
  /** Newest first; `[]` when there are none (V1). */
  versions: (path: ContentPath, options?: CallOptions): Promise<VersionRecord[]> =>
    read(versionRecords, 'listVersions', { at: path }, options),
  /** The same, with who wrote the content of each and when (V7). */
  history: (path: ContentPath, options?: CallOptions): Promise<HistoryRecord[]> =>
    read(historyRecords, 'listHistory', { at: path }, options),
  /**
   * Makes a version of words that are given up, if the file is still what `ifMatch` names (V8).
   * @throws precondition-failed
   */
  async keepGivenUp(
    path: ContentPath,
    bytes: Uint8Array,
    save: Pick<Conditions, 'ifMatch'> & CallOptions
  ): Promise<void> {
    const sent = { signal: save.signal, headers: headersOf(save), payload: rawBody(bytes) }
    await ask('keepGivenUp', { at: path }, sent)
  },
  async createVersion(path: ContentPath, label?: string): Promise<void> {
    await ask('createVersion', { at: path }, label === undefined ? {} : { json: { label } })
  },
  /** @param url as a version record gives it, unchanged */
  async readVersion(url: string, options?: CallOptions): Promise<VersionState> {
    const answer = await at('GET', url, options)
    return withText({ bytes: await bytesOf(answer), type: mediaType(answer), etag: etagOf(answer) })
  }
})
