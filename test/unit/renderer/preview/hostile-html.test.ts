import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isBeyondBounds } from '../../../../src/common/bounds'
import { contentPath } from '../../../../src/common/content/paths'
import { inertHtml } from '../../../../src/renderer/src/components/inert-html'
import { renderPreview } from '../../../../src/renderer/src/engines/preview/render'
import { hostileHtml } from '../../../support/hostile-html'

const host = 'http://asked.example'
const page = contentPath('/acme/site/a.html')

/** What a browser makes of the page of a preview: what stands in it, and what it would ask for. */
async function shown(html: string): Promise<string[]> {
  const text = await renderPreview(html, page, {
    hrefOf: (address) => `galley://app/#${address.length}`
  }).then(
    (rendered) => rendered.page,
    (problem: unknown) => {
      if (isBeyondBounds(problem)) return ''
      throw problem
    }
  )
  const read = new DOMParser().parseFromString(text, 'text/html')
  const faults: string[] = []
  for (const element of read.documentElement.querySelectorAll('*')) {
    const name = element.localName
    if ((acting.test(name) && !element.matches('head > meta')) || element.matches('svg style'))
      faults.push(`<${name}>`)
    for (const { name: attribute, value } of element.attributes) {
      if (
        /^on|^(srcset|ping|action|formaction|srcdoc|target|form|popovertarget|autofocus|autoplay|background|is|xlink:href)$/.test(
          attribute
        ) &&
        value !== '_top'
      )
        faults.push(`${name} ${attribute}`)
      if (/^(src|poster)$/.test(attribute) && !/^data:(image|video|audio)\//.test(value))
        faults.push(`${name} ${attribute}=${value}`)
      if (attribute === 'href' && !/^(galley:\/\/app\/#\d+$|about:srcdoc#)/.test(value))
        faults.push(`${name} href=${value}`)
      if (attribute === 'style' && /asked|(^|; ?)position|behavior|expression/.test(value))
        faults.push(`style=${value}`)
      if (/^(fill|mask|stroke|clip-path|filter)$/.test(attribute) && /asked/.test(value))
        faults.push(`${name} ${attribute}`)
    }
  }
  for (const style of read.documentElement.querySelectorAll('style'))
    if (/asked|@import|@font-face|url\(|position:\s*fixed|</i.test(style.textContent ?? ''))
      faults.push(`style ${style.textContent}`)
  return faults
}

const acting =
  /^(script|noscript|template|iframe|frame|frameset|object|embed|applet|base|meta|link|portal|fencedframe|webview|form|dialog|math|mglyph|annotation-xml|foreignobject|animate|set|use|image|feimage|xmp|plaintext|title|desc|track|x-a)$/i

beforeAll(() => {
  // no service here: pictures of the workspace are not found
  vi.stubGlobal('EventSource', class extends EventTarget {})
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 })))
})
afterAll(() => vi.unstubAllGlobals())

describe('a hostile document in a preview', () => {
  it.each(hostileHtml(host))('E5 E10 %s: nothing stays that could act or ask', async (_name, html) => {
    expect(await shown(html)).toEqual([])
  })

  it('E5 E10 pieces of hostile documents in any order leave nothing either', async () => {
    const pieces = hostileHtml(host).flatMap(([, html]) => html.split(/(?=<)/))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 }),
        async (some) => {
          expect(await shown(some.join(''))).toEqual([])
        }
      ),
      { numRuns: 60 }
    )
  })

  it('E12 X5 what would take a browser too long is refused before it is read, with the bound', async () => {
    const flood = Array.from({ length: 1500 }, (_, at) => `<p><b a${at}>`).join('')
    await expect(renderPreview(flood, page)).rejects.toMatchObject({ reason: 'too-complex' })
    await expect(renderPreview('<div>'.repeat(5000), page)).rejects.toMatchObject({ reason: 'too-complex' })
    await expect(renderPreview(`<p>${'x'.repeat(8_000_001)}`, page)).rejects.toMatchObject({
      reason: 'too-large'
    })
    expect(() => inertHtml(flood)).toThrow(/too complicated/)
    const held = `<img src="data:image/png;base64,${'A'.repeat(9_000_000)}">`
    expect((await renderPreview(held, page)).page.length).toBeGreaterThan(9_000_000)
  })

  it('E12 a picture of more dots than a window can draw is named instead', async () => {
    const header = Uint8Array.from([
      137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30
    ])
    const data = btoa(String.fromCharCode(...header, 8, 6, 0, 0))
    const { page: text } = await renderPreview(`<img alt="Pier" src="data:image/png;base64,${data}">`, page)
    expect(text).toContain('Pier · This picture has 30,000 × 30,000 dots')
    expect(text).not.toContain('<img')
  })
})
