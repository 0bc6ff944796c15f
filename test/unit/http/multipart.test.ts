import { fc } from '../../support/properties'
import { describe, expect, it } from 'vitest'
import { GalleyError } from '../../../src/common/errors'
import { openUpload } from '../../../src/main/http/multipart'
import type { FormPart } from '../../contract/kit'
import { form } from '../../contract/kit'

const BOUNDARY = 'bb'
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** Bytes that look like parts of the form around them, without a delimiter: that no form may hold (RFC 2046, 5.1.1). */
const tricky = fc
  .array(
    fc.constantFrom(
      '\r',
      '\n',
      '-',
      '--',
      '--b',
      `--${BOUNDARY}x`,
      '\r\n',
      '\r\n--b',
      '\u0000',
      'é',
      'a',
      ' '
    ),
    { maxLength: 30 }
  )
  .map((pieces) => Buffer.from(pieces.join('').replaceAll(`--${BOUNDARY}`, '--b_')))
const binary = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
const content = fc.oneof(tricky, binary)
const cuts = fc.array(fc.nat(1000), { maxLength: 12 })

const others: fc.Arbitrary<FormPart[]> = fc.array(
  fc.record({ name: fc.constantFrom('x', 'note', 'file'), value: tricky }),
  { maxLength: 2 }
)

function streamOf(body: Uint8Array, at: readonly number[]): ReadableStream<Uint8Array> {
  const places = [...new Set([0, ...at.map((cut) => cut % (body.length + 1)), body.length])].sort(
    (a, b) => a - b
  )
  const pieces = places.slice(1).map((end, index) => body.subarray(places[index], end))
  return new ReadableStream({
    pull(controller) {
      const piece = pieces.shift()
      if (piece) controller.enqueue(piece)
      else controller.close()
    }
  })
}

async function dataOf(body: ReadableStream<Uint8Array>): Promise<Buffer | null> {
  const upload = await openUpload(body, TYPE)
  if (!upload) return null
  try {
    const chunks: Uint8Array[] = []
    for await (const chunk of upload.data) chunks.push(chunk)
    return Buffer.concat(chunks)
  } finally {
    await upload.discard()
  }
}

describe('forms', () => {
  it('S1 whatever the content and however it arrives, the bytes of data come out exactly', async () => {
    await fc.assert(
      fc.asyncProperty(
        others,
        content,
        others,
        fc.boolean(),
        cuts,
        async (before, value, after, named, at) => {
          const data = named ? { name: 'data', value, filename: 'f.bin' } : { name: 'data', value }
          const { body } = form([...before, data, ...after], BOUNDARY)
          expect((await dataOf(streamOf(body, at)))?.toString('latin1')).toBe(value.toString('latin1'))
        }
      ),
      { numRuns: 400 }
    )
  })

  it('S1 a form that breaks off is always refused, and never waited for', async () => {
    await fc.assert(
      fc.asyncProperty(others, content, fc.nat(), cuts, async (before, value, where, at) => {
        const { body } = form([...before, { name: 'data', value, filename: 'f' }], BOUNDARY)
        const whole = body.length - '--\r\n'.length
        const cut = body.subarray(0, where % whole)
        const result = await dataOf(streamOf(cut, at)).catch((error: unknown) => error)
        expect(result).toBeInstanceOf(GalleyError)
        expect(result).toMatchObject({ reason: 'bad-request' })
      }),
      { numRuns: 400 }
    )
  })

  it('S1 noise is no form, and never waited for', async () => {
    await fc.assert(
      fc.asyncProperty(content, cuts, async (noise, at) => {
        const result = await dataOf(streamOf(noise, at)).catch((error: unknown) => error)
        expect(result === null || result instanceof GalleyError).toBe(true)
      }),
      { numRuns: 300 }
    )
  })

  it('S1 a reader that stops early stops the upload', async () => {
    let pulled = 0
    let cancelled = false
    const head = Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="data"; filename="f"\r\n\r\n`
    )
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1
        controller.enqueue(pulled === 1 ? head : Buffer.alloc(64 * 1024))
      },
      cancel() {
        cancelled = true
      }
    })
    const upload = await openUpload(endless, TYPE)
    for await (const chunk of upload?.data ?? []) if (chunk.length > 0) break
    await upload?.discard()
    expect(cancelled).toBe(true)
    expect(pulled).toBeLessThan(20)
  })
})
