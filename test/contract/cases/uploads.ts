import { describe, expect, it } from 'vitest'
import { bytes, expectRefusal, form, text, useTransport } from '../kit'
import type { FormPart } from '../kit'
import type { Transport } from '../transport'

export function uploadCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)

  const upload = (path: string, parts: readonly FormPart[]) =>
    kit().send('POST', `/source${path}`, form(parts))

  const refusedAndAbsent = async (path: string, send: () => ReturnType<typeof upload>) => {
    expectRefusal(await send(), 400, 'bad-request')
    expectRefusal(await kit().get(path), 404, 'not-found')
  }

  describe.each(['page.html', 'photo.png'])('forms for %s', (name) => {
    const fresh = () => `${kit().freshSite()}/${name}`

    it('S1 other fields around data are ignored', async () => {
      const path = fresh()
      const reply = await upload(path, [
        { name: 'before', value: 'x'.repeat(20_000) },
        { name: 'attachment', value: 'x'.repeat(200_000), filename: 'x.bin' },
        { name: 'data', value: 'content', filename: 'whatever/../../name.html' },
        { name: 'after', value: 'y'.repeat(200_000) }
      ])
      expect(reply.status).toBe(201)
      expect(text(await kit().get(path))).toBe('content')
    })

    it('S1 content that looks like a boundary stays content', async () => {
      const path = fresh()
      const tricky = '\r\n--galley-test-boundar\r\n--galley-test-boundary-\r--\r\n\r\n--'
      await upload(path, [{ name: 'data', value: tricky.replace('boundary-', 'boundarx-'), filename: 'x' }])
      expect(text(await kit().get(path))).toBe(tricky.replace('boundary-', 'boundarx-'))
    })

    it('S1 two fields of one name and an encoded field are 400 and store nothing', async () => {
      const data = { name: 'data', value: 'content', filename: 'x' }
      const guid = { name: 'guid', value: crypto.randomUUID() }
      for (const parts of [
        [data, data],
        [guid, data, guid],
        [{ ...data, extra: 'Content-Transfer-Encoding: base64' }]
      ]) {
        const path = fresh()
        await refusedAndAbsent(path, () => upload(path, parts))
      }
    })

    it('S1 a form that breaks off anywhere is 400 and stores nothing', async () => {
      const { headers, body } = form([
        { name: 'guid', value: crypto.randomUUID() },
        { name: 'data', value: 'some content that matters', filename: 'x' }
      ])
      const end = body.length - '--\r\n'.length
      for (let cut = 1; cut < end; cut += 7) {
        const path = fresh()
        await refusedAndAbsent(path, () =>
          kit().send('POST', `/source${path}`, { headers, body: body.slice(0, cut) })
        )
      }
    })

    it('S1 a form without a boundary, or of another kind, is 400', async () => {
      const { body } = form([{ name: 'data', value: 'content', filename: 'x' }])
      for (const type of [
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/mixed; boundary=x'
      ]) {
        const path = fresh()
        await refusedAndAbsent(path, () =>
          kit().send('POST', `/source${path}`, { headers: { 'Content-Type': type }, body })
        )
      }
      const path = fresh()
      const headers = { 'Content-Type': 'multipart/form-data; boundary=another' }
      await refusedAndAbsent(path, () => kit().send('POST', `/source${path}`, { headers, body }))
    })

    it('S1 a replaced file keeps its content when the new form is broken', async () => {
      const path = fresh()
      await upload(path, [{ name: 'data', value: 'good', filename: 'x' }])
      const { headers, body } = form([{ name: 'data', value: 'bad'.repeat(1000), filename: 'x' }])
      expectRefusal(
        await kit().send('POST', `/source${path}`, { headers, body: body.slice(0, 1000) }),
        400,
        'bad-request'
      )
      expect(text(await kit().get(path))).toBe('good')
      expect(await kit().versions(path)).toEqual([])
    })

    it('S1 too many parts are refused', async () => {
      const path = fresh()
      const many = Array.from({ length: 150 }, (_, index) => ({ name: `f${index}`, value: 'x' }))
      await refusedAndAbsent(path, () => upload(path, [...many, { name: 'data', value: 'x', filename: 'x' }]))
    })

    it('S1 megabytes arrive whole, by form and raw', async () => {
      const big = new Uint8Array(3_000_000).map((_, index) => (index * 7 + (index >> 8)) % 251)
      const path = fresh()
      expect((await upload(path, [{ name: 'data', value: big, filename: 'x' }])).status).toBe(201)
      expect(Buffer.compare((await kit().get(path)).body, big)).toBe(0)
      const raw = { headers: { 'Content-Type': 'application/octet-stream' }, body: big.slice(1) }
      expect((await kit().send('PUT', `/source${path}`, raw)).status).toBe(200)
      expect(Buffer.compare((await kit().get(path)).body, big.slice(1))).toBe(0)
    })
  })

  describe('sizes', () => {
    it('S1 HTML and JSON beyond 64 MB are 413; nothing is stored', async () => {
      const path = `${kit().freshSite()}/huge.html`
      const body = new Uint8Array(64 * 1024 * 1024 + 1).fill(0x20)
      const reply = await kit().send('PUT', `/source${path}`, {
        headers: { 'Content-Type': 'text/html' },
        body
      })
      expectRefusal(reply, 413, 'too-large')
      expectRefusal(await kit().get(path), 404, 'not-found')
      const label = await kit().send('POST', `/versionsource${path}`, {
        headers: { 'Content-Type': 'application/json' },
        body: bytes(JSON.stringify({ label: 'x'.repeat(100_000) }))
      })
      expectRefusal(label, 413, 'too-large')
    })
  })
}
