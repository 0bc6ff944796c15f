import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isBeyondBounds } from '../../../../src/common/bounds'
import { contentPath } from '../../../../src/common/content/paths'
import { diffHtml } from '../../../../src/common/compare'
import { readerPage } from '../../../../src/renderer/src/engines/diff-views/views/reader-page'
import { shownPage } from '../../../../src/renderer/src/engines/diff-views/views/shown-page'
import { hostileHtml } from '../../../support/hostile-html'

const path = contentPath('/acme/site/a.html')
const around = (inside: string) => `<body><main><div>${inside}</div></main></body>`

async function drawn(before: string, after: string): Promise<Document> {
  const { page } = shownPage(diffHtml(before, after))
  const blob = await readerPage(page, path)
  const text = await new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(blob)
  })
  return new DOMParser().parseFromString(text, 'text/html')
}

/** All that Galley itself draws a comparison with; nothing else may come out of any page. */
const elements =
  /^(html|head|meta|style|body|main|section|div|p|h[1-6]|ul|ol|li|dt|dd|pre|blockquote|table|tbody|tr|td|ins|del|span|b|br|code|img|a|abbr|bdi|bdo|cite|em|i|kbd|mark|q|s|samp|small|strong|sub|sup|u|var)$/
const attributes = /^(class|id|title|alt|data-kind|data-line|data-link|data-galley|data-galley-name)$/

function faultsOf(page: Document): string[] {
  const faults = [...page.querySelectorAll('head > style ~ *')].map(({ localName }) => `head ${localName}`)
  for (const element of page.body.querySelectorAll('*')) {
    if (!elements.test(element.localName)) faults.push(`<${element.localName}>`)
    for (const { name, value } of element.attributes) {
      if (attributes.test(name)) continue
      if (name === 'src' && /^data:(image|video|audio)\//.test(value)) continue
      faults.push(`${element.localName} ${name}=${value}`)
    }
  }
  return faults
}

/** What is beyond the bounds is not compared at all. */
async function faultsBetween(before: string, after: string): Promise<string[]> {
  try {
    return faultsOf(await drawn(before, after))
  } catch (problem) {
    if (isBeyondBounds(problem)) return []
    throw problem
  }
}

beforeAll(() => {
  // no service here: pictures of the workspace are not found
  vi.stubGlobal('EventSource', class extends EventTarget {})
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 })))
})
afterAll(() => vi.unstubAllGlobals())

describe('a page as its reader sees what changed', () => {
  it('E5 D7 words of the document are words, and each change has its place to be gone to', async () => {
    const hostile =
      '&lt;script>alert(1)&lt;/script> <a href="javascript:alert(1)&quot; onclick=&quot;x">link</a>'
    const before = around('<p title="&quot;>&lt;b>">one two</p>')
    const after = around(
      `<p title="&quot;>&lt;b>">one ${hostile} <img src="x&quot; onerror=&quot;y" alt="&lt;b>"></p>`
    )
    const page = await drawn(before, after)
    expect(faultsOf(page)).toEqual([])
    expect(page.querySelector('ins')?.textContent).toContain('<script>alert(1)</script>')
    const { items } = shownPage(diffHtml(before, after))
    expect(items.map(({ anchor }) => page.getElementById(anchor)?.tagName)).toEqual(['SECTION'])
  })

  it('E5 links say where they lead and lead nowhere; pictures of the document itself are shown, in their places', async () => {
    const dot = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
    const page = await drawn(
      around('<p>a</p>'),
      around(
        `<p>a <a href="/b\u202e">b</a> <img src="${dot}" alt="One"> c <img src="https://x.example/y" alt="Two"></p>`
      )
    )
    const link = page.querySelector('a')
    expect([link?.getAttribute('href'), link?.title]).toEqual([null, '/b<U+202E>'])
    expect(page.querySelector('img')?.getAttribute('src')).toBe(dot)
    expect(page.querySelector('.galley-placeholder')?.textContent).toBe(
      'Two · On another site: https://x.example/y'
    )
    expect(page.body.textContent).toMatch(/a b.*c.*Two/)
  })

  it.each(hostileHtml('http://asked.example'))(
    'E5 E10 %s: nothing comes out of it that could act or ask',
    async (_name, html) => {
      for (const [before, after] of [
        [around('<p>x</p>'), around(html)],
        [html, around('<p>x</p>')],
        [html, `${html}<p>more</p>`]
      ] as const)
        expect(await faultsBetween(before, after)).toEqual([])
    }
  )

  it('E5 E10 pieces of hostile documents in any order give nothing that could act either', async () => {
    const pieces = hostileHtml('http://asked.example').flatMap(([, html]) => html.split(/(?=<)/))
    const some = fc.array(fc.constantFrom(...pieces, '\x00', '\x000', '<p>words</p>'), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(some, some, async (before, after) => {
        expect(await faultsBetween(before.join(''), around(after.join('')))).toEqual([])
      }),
      { numRuns: 60 }
    )
  })

  it('X5 a page that would take a browser too long is not drawn, and its changes are told all the same', () => {
    const address = `/${'x'.repeat(20_000)}`
    const words = Array.from({ length: 500 }, (_, at) => `<b>${at}</b> ${at} `).join('')
    const shown = shownPage(
      diffHtml(around('<p>x</p>'), around(`<p><a href="${address}">${words}</a></p><p>y</p>`))
    )
    expect(shown.refused).toMatch(/at most 8,000,000 characters/)
    expect(shown.page.pieces).toEqual([])
    expect(shown.items.length).toBeGreaterThan(0)
  })
})
