import type { ContentPath } from '../../content/paths'
import { meansNamed, type Person } from '../../person'
import { fromHeaderText } from '../header-text'
import { headers as names } from '../headers'
import { unpackedTag } from '../packed-tag'
import { bytesOf } from './calls'

/** A content as its headers tell of it. */
interface Told {
  /** As the header gives it, with its quotes; goes back as `ifMatch`. */
  readonly etag: string
  /** Who wrote it, and by what, where it was no window. */
  readonly modifiedBy: Person
  /** Unix milliseconds, whole seconds. */
  readonly lastModified: number
}

/** What HEAD tells about a file. */
export interface FileHead extends Told {
  readonly path: ContentPath
  /** Media type, without charset. */
  readonly type: string
  /** Bytes. */
  readonly size: number
  readonly fileId: string
}

/** A config as it is stored. */
export interface ConfigState extends Told {
  readonly text: string
  /** Whether the caller may change it (P4). */
  readonly writable: boolean
}

export const headOf = (path: ContentPath, answer: Response, size: number): FileHead => ({
  path,
  size,
  ...stateIn(answer),
  type: mediaType(answer),
  fileId: answer.headers.get(names.fileId) ?? ''
})

export const configState = async (answer: Response): Promise<ConfigState> => ({
  text: decoded(await bytesOf(answer)),
  ...stateIn(answer),
  writable: (answer.headers.get(names.actions) ?? '').includes('write')
})

/** Adds `text`, the bytes as UTF-8 with their byte order mark, decoded only when asked for. */
export function withText<T extends { readonly bytes: Uint8Array }>(state: T): T & { readonly text: string } {
  let text: string | undefined
  return {
    ...state,
    get text() {
      return (text ??= decoded(state.bytes))
    }
  }
}

/** Of the content: a packed answer has another (see `packed-tag.ts`). */
export const etagOf = ({ headers }: Response): string => unpackedTag(headers.get('ETag') ?? '')

export const mediaType = ({ headers }: Response): string =>
  (headers.get('Content-Type') ?? '').split(';')[0]?.trim() ?? ''

const stateIn = (answer: Response): Told => ({
  etag: etagOf(answer),
  modifiedBy: writerIn(answer),
  lastModified: Date.parse(answer.headers.get('Last-Modified') ?? '') || 0
})

function writerIn({ headers }: Response): Person {
  const told = (header: string) => {
    const value = headers.get(header)
    return value === null ? undefined : fromHeaderText(value)
  }
  const [name, means] = [told(names.modifiedByName), told(names.modifiedWith)]
  return {
    email: told(names.modifiedBy) ?? '',
    ...(name !== undefined && { name }),
    ...(means !== undefined && { via: meansNamed(means) })
  }
}

const decoded = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
