import { createHash } from 'node:crypto'
import type { DurableFs } from './durable-fs'
import { closing } from './durable-fs'
import { digestOf } from '../layout/names'

/**
 * A durable copy of a file of any size.
 * @returns what was copied, which may differ from what was there when it began
 */
export async function copyBytes(fs: DurableFs, from: string, to: string) {
  const source = await fs.open(from, 'read')
  return closing(source, async () => {
    const target = await fs.open(to, 'create')
    return closing(target, async () => {
      const hash = createHash('sha256')
      const buffer = new Uint8Array(256 * 1024)
      let at = 0
      for (let read = await source.read(buffer, at); read > 0; read = await source.read(buffer, at)) {
        const bytes = buffer.subarray(0, read)
        hash.update(bytes)
        await target.write(bytes)
        at += read
      }
      await target.sync()
      return { stat: await target.stat(), hash: digestOf(hash), size: at }
    })
  })
}
