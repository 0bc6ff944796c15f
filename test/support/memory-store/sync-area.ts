import { GalleyError } from '../../../src/common/errors'
import type { SyncArea, SyncLog } from '../../../src/main/store/types'
import { collect, hashOf, type State } from './state'

export function syncIn({ blobs }: State): SyncArea {
  const logs = new Map<string, Map<string, string>>()

  function logOf(name: string): SyncLog {
    if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name)) throw new GalleyError('internal', 'No name of a pair.')
    const values = logs.get(name) ?? new Map<string, string>()
    logs.set(name, values)
    return {
      entries: async () => [...values].map(([key, text]) => [key, JSON.parse(text) as unknown] as const),
      async put(key, value) {
        values.delete(key)
        if (value !== null) values.set(key, JSON.stringify(value))
      }
    }
  }
  const part = (bytes: Uint8Array, range?: { readonly start: number; readonly end: number }) =>
    bytes.subarray(range?.start ?? 0, (range?.end ?? Infinity) + 1)
  async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
    if (bytes.length > 0) yield bytes
  }
  const keep = (bytes: Uint8Array) => {
    const hash = hashOf(bytes)
    blobs.set(hash, bytes)
    return hash
  }

  return {
    log: async (name) => logOf(name),
    forget: async (name) => void logs.delete(name),
    keep: async (bytes) => keep(Buffer.from(bytes)),
    keepStream: async (body) => keep(await collect(body)),
    async spool(body) {
      const bytes = await collect(body)
      const drop = () => Promise.resolve()
      return { hash: hashOf(bytes), size: bytes.length, bytes: null, stream: () => once(bytes), drop }
    },
    content: async (hash) => blobs.get(hash) ?? null,
    async openContent(hash) {
      const bytes = blobs.get(hash)
      return bytes ? { size: bytes.length, stream: (range) => once(part(bytes, range)) } : null
    }
  }
}
