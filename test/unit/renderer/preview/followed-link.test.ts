import { afterEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { followAddress, followed } from '../../../../src/renderer/src/engines/preview/followed-link'
import { renderPreview } from '../../../../src/renderer/src/engines/preview/render'

const path = contentPath('/acme/web/a.html')
const html = `<main><a href="/b?x=1#y">B</a><a href="#here">Here</a><a href="javascript:alert(1)">No</a><a href="https://x.example/" target="_blank">X</a></main>`
const linksOf = async (hrefOf: ((address: string) => string) | null) => {
  const { page } = await renderPreview(html, path, { hrefOf })
  const shown = new DOMParser().parseFromString(page, 'text/html')
  return [...shown.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.target])
}
let stop = () => {}
afterEach(() => stop())

describe('links of a page in a frame', () => {
  it('U1 lead nowhere but within the page, unless they are to be followed', async () => {
    expect(await linksOf(null)).toEqual([
      [null, ''],
      ['about:srcdoc#here', ''],
      [null, ''],
      [null, '']
    ])
    expect(await linksOf((address) => `told:${address}`)).toEqual([
      ['told:/b?x=1#y', '_top'],
      ['about:srcdoc#here', ''],
      [null, ''],
      ['told:https://x.example/', '_top']
    ])
  })

  it('U1 tell the window where to, which keeps its own address', async () => {
    const told: string[] = []
    stop = followed('7', (address) => told.push(address))
    location.hash = '#/edit/acme/web/a.html'
    const before = location.href
    for (const address of ['/b?x=1#y', 'https://x.example/ä%20', '/b?x=1#y']) {
      location.href = followAddress('7', address)
      await vi.waitFor(() => expect(told.at(-1)).toBe(address))
      expect(location.href).toBe(before)
    }
    expect(told).toHaveLength(3)
    location.href = followAddress('8', '/other-frame')
    await vi.waitFor(() => expect(location.hash).toContain('other-frame'))
    expect(told).toHaveLength(3)
  })
})
