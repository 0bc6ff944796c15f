import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CliProgram, Served } from '../../support/cli-program'
import { buildCli, runCli, serveCli } from '../../support/cli-program'

const MB = 1024 * 1024
const SIZE = 200 * MB

let cli: CliProgram
let data: string
let served: Served
let token: string

beforeAll(async () => {
  cli = await buildCli()
  data = await mkdtemp(join(tmpdir(), 'galley-large-'))
  served = await serveCli(cli, ['--data', data, '--port', '0'])
  token = (await runCli(cli, ['token', 'create', '--data', data, '--email', 'a@example.com'])).out.trim()
})
afterAll(async () => {
  served.process.kill('SIGTERM')
  await served.done
  await rm(data, { recursive: true, force: true })
})

/** The most memory that the service ever held, in bytes. */
async function peakMemory(): Promise<number> {
  const text = await readFile(`/proc/${served.process.pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1]) * 1024
}

/** `size` bytes, made as they are sent, in a form or bare. */
function stream(
  size: number,
  head: string,
  tail: string
): { body: ReadableStream<Uint8Array>; hash: () => string } {
  const hash = createHash('sha256')
  let left = size
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(head)),
    pull(controller) {
      const chunk = Buffer.alloc(Math.min(64 * 1024, left), left % 251)
      hash.update(chunk)
      left -= chunk.length
      controller.enqueue(chunk)
      if (left > 0) return
      controller.enqueue(Buffer.from(tail))
      controller.close()
    }
  })
  return { body, hash: () => hash.digest('hex') }
}

describe.runIf(process.platform === 'linux')('large uploads', () => {
  it.each([
    ['a raw body', 'video/mp4', '', ''],
    [
      'a form',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="data"; filename="v.mp4"\r\n\r\n',
      '\r\n--b--\r\n'
    ]
  ])(
    'S1 %s of 200 MB arrives whole and leaves memory where it was',
    async (name, type, head, tail) => {
      const path = `/source/org/site/${name.replaceAll(' ', '-')}.mp4`
      const headers = { Authorization: `Bearer ${token}` }
      await fetch(served.origin + path.replace('.mp4', '.png'), {
        method: 'PUT',
        headers: { ...headers, 'Content-Type': 'image/png' },
        body: 'warm'
      })
      const before = await peakMemory()
      const upload = stream(SIZE, head, tail)
      const init = {
        method: 'PUT',
        headers: { ...headers, 'Content-Type': type },
        body: upload.body,
        duplex: 'half' as const
      }
      expect((await fetch(served.origin + path, init)).status).toBe(201)
      expect((await peakMemory()) - before).toBeLessThan(SIZE / 2)

      const read = await fetch(served.origin + path, { headers })
      expect(read.headers.get('content-length')).toBe(String(SIZE))
      const hash = createHash('sha256')
      for await (const chunk of read.body ?? []) hash.update(chunk)
      expect(hash.digest('hex')).toBe(upload.hash())
      expect((await peakMemory()) - before).toBeLessThan(SIZE / 2)
    },
    120_000
  )
})
