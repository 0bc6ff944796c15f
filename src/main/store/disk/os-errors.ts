import type { Reason } from '../../../common/errors'
import { GalleyError, sentence } from '../../../common/errors'
import { codeOf, NOT_PLAIN, OUTSIDE, OVERSIZE } from './error-codes'

const GONE =
  'A file or folder of the workspace is not there any more: another program moved or deleted it, or its disk was taken away. Nothing was changed. See that the workspace folder is there, then try again.'
const HELD =
  'Another program holds a file of the workspace. Nothing was changed. Close that program, or wait for it, then try again.'

const sentences: Readonly<Record<string, readonly [Reason, string]>> = {
  ENOSPC: [
    'disk-full',
    'The disk is full, or holds as many files as it can. Nothing was changed. Free some space, or delete files that nobody needs, and try again.'
  ],
  EDQUOT: ['disk-full', 'Your disk quota is used up. Nothing was changed. Free some space and try again.'],
  EFBIG: ['disk-full', 'The disk cannot hold a file of this size. Nothing was changed.'],
  EROFS: [
    'read-only',
    'The disk is read-only. Nothing was changed. Make it writable or open another workspace.'
  ],
  EACCES: [
    'no-access',
    'The workspace folder refuses access. Nothing was changed. Check who owns it and its permissions.'
  ],
  EPERM: [
    'no-access',
    'The workspace folder refuses access. Nothing was changed. Check who owns it and its permissions.'
  ],
  ENAMETOOLONG: ['bad-path', 'The disk cannot hold a name or path of this length. Use shorter names.'],
  ENOTDIR: [
    'is-file',
    'There is a file where a folder is needed. Nothing was changed. Choose another place.'
  ],
  ENOENT: ['io-failed', GONE],
  ESTALE: ['io-failed', GONE],
  ENODEV: ['io-failed', GONE],
  ENXIO: ['io-failed', GONE],
  ENOTCONN: ['io-failed', GONE],
  EIO: [
    'io-failed',
    'The disk cannot read or write there. Nothing was changed. Copy the workspace to another disk, and have this one checked.'
  ],
  EBUSY: ['io-failed', HELD],
  ETXTBSY: ['io-failed', HELD],
  [NOT_PLAIN]: [
    'no-access',
    'A link or a special file lies in the way, which Galley does not follow. Nothing was changed. “galley doctor” tells where; replace it with a real one.'
  ],
  [OVERSIZE]: [
    'damaged',
    'A record of the workspace is larger than Galley ever writes one, so it is not read. “galley doctor” tells which.'
  ],
  [OUTSIDE]: ['internal', 'A name led out of the workspace. Nothing was read or changed there.'],
  EMFILE: [
    'io-failed',
    'Too many files are open on this computer. Nothing was changed. Close some programs and try again.'
  ],
  ENFILE: [
    'io-failed',
    'Too many files are open on this computer. Nothing was changed. Close some programs and try again.'
  ]
}

/**
 * Any failure as a GalleyError: the one place where the system's error codes get a reason and a sentence
 * (W3).
 */
export function translated(error: unknown, where?: string): GalleyError {
  if (error instanceof GalleyError) return error
  const options = where === undefined ? { cause: error } : { where, cause: error }
  const code = codeOf(error)
  const known = sentences[code]
  if (known) return new GalleyError(known[0], known[1], options)
  if (code === '')
    return new GalleyError('internal', error instanceof Error ? error.message : String(error), options)
  return new GalleyError(
    'io-failed',
    sentence`The disk failed (${{ code }}). Nothing was changed. Check the disk and that the workspace folder is still there, then try again.`,
    options
  )
}

/** Runs the work; its failure comes out translated. */
export async function translating<T>(where: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw translated(error, where)
  }
}
