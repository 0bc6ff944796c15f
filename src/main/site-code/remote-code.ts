import { LRUCache } from 'lru-cache'
import { GalleyError } from '../../common/errors'
import { answers, networkTrouble, openOutgoing, type Outgoing } from '../outgoing'
import { codeType, MOST_CODE_BYTES, type CodeFile, type SiteCodeSource } from './code-files'

/** A page asks for the same files each time that it is drawn. */
const KEPT_MS = 10_000
const KEPT_BYTES = 64 * 1024 * 1024
const limits = { ...answers.media, bytes: MOST_CODE_BYTES, headMs: 15_000, idleMs: 15_000, wholeMs: 60_000 }

/**
 * The code at an address, which the person at this computer has named. Nothing of the content goes there:
 * only paths are asked for.
 */
export function remoteCode(address: string, outgoing: Outgoing = openOutgoing()): SiteCodeSource {
  const known = new LRUCache<string, { readonly file: Promise<CodeFile | null> }>({ max: 1000, ttl: KEPT_MS })
  let held = 0

  async function fetched(path: string, type: string): Promise<CodeFile | null> {
    const url = new URL(address + path.split('/').map(encodeURIComponent).join('/'))
    try {
      const answer = await outgoing.send({ method: 'GET', url, headers: {}, limits })
      if (answer.status !== 200) {
        answer.discard()
        return null
      }
      const bytes = new Uint8Array(await answer.bytes())
      held += bytes.length
      if (held > KEPT_BYTES) {
        known.clear()
        held = 0
      }
      return { bytes, type }
    } catch (cause) {
      throw new GalleyError('unreachable', networkTrouble(cause, url.host).message, { cause })
    }
  }

  return {
    async read(path) {
      const type = codeType(path)
      if (type === null) return null
      const before = known.get(path)
      if (before) return before.file
      const file = fetched(path, type)
      known.set(path, { file })
      file.catch(() => known.delete(path))
      return file
    }
  }
}
