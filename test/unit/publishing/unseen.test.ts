import { fc } from '../../support/properties'
import { describe, expect, it } from 'vitest'
import { checkHtml } from '../../../src/common/checks/check-html'
import { parsePage } from '../../../src/common/html'
import { renderPage } from '../../../src/common/publishing/page'
import { unseenIn } from '../../../src/common/publishing/unseen'

const delivered = (html: string) => renderPage(html, { base: '', name: 'page' })
/** Without the head, which repeats some of it. */
const bodyOf = (html: string) => delivered(html).replace(/<head>[^]*?<\/head>/, '')
const told = (html: string) => unseenIn(html, parsePage(html)).map(({ start, end }) => html.slice(start, end))
const blank =
  '<body>\n  <header></header>\n  <main>\n    <div></div>\n  </main>\n  <footer></footer>\n</body>\n'

describe('what readers will not see', () => {
  it('U6 words before the body, beside main and behind the page are told, at their place', () => {
    const html = `Hello you\n${blank.replace('<main>', 'beside\n  <main>')}behind it`
    expect(delivered(html)).not.toMatch(/Hello|beside|behind/)
    expect(told(html)).toEqual(['Hello you', 'beside', 'behind it'])
    expect(checkHtml(html).map(({ line, column, severity }) => [line, column, severity])).toEqual([
      [1, 1, 'warning'],
      [4, 3, 'warning'],
      [10, 1, 'warning']
    ])
  })

  it('U6 a navigation, a picture and a second main are told each, with their first words', () => {
    const html =
      '<body><nav><a href="/">Home</a> <a href="/b">Boats</a></nav><main><div><p>a</p></div></main><img src="x.png" alt=""><main><p>more</p></main></body>'
    expect(checkHtml(html).map(({ message }) => message)).toEqual([
      'Readers will not see the <nav> with “Home Boats”: it stands outside of <main>. Move it into <main>.',
      'Readers will not see the <img>: it stands outside of <main>. Move it into <main>.',
      'Readers will not see the <main> with “more”: only the first <main> is published. Move it there.'
    ])
  })

  it('U6 what is empty by convention, and what says nothing to readers, is not told of', () => {
    for (const html of [
      blank,
      '',
      'only words, and no page around them',
      '<!-- a note --><html><head><title>T</title><script>x()</script><style>p{}</style></head><body><!-- b --><header></header><main><div><p>x</p></div></main><footer></footer><script>y()</script><template><p>t</p></template><div class="spacer"></div></body></html>',
      '<body><header><p>Top</p></header><div class="wrap"><main><p>x</p></main></div><footer>Foot</footer></body>',
      '<body><main><header><h1>In main</h1></header><p>x</p></main></body>'
    ])
      expect(told(html), html).toEqual([])
  })

  it('U1 a header or footer that lies in main is delivered once', () => {
    const html = '<body><main><header><h1>Once</h1></header><footer>End</footer></main></body>'
    expect(bodyOf(html).match(/Once/g)).toHaveLength(1)
    expect(bodyOf(html).match(/End/g)).toHaveLength(1)
    expect(bodyOf('<body><header>Top</header><p>x</p></body>').match(/Top/g)).toHaveLength(1)
  })

  it('U1 a page without main is delivered whole, closed or not', () => {
    for (const html of [
      '<body>one two',
      '<body><p>one</p></body>two',
      '<body><p>one</p> two</html>\n',
      'one<body>two'
    ])
      expect(bodyOf(html), html).toMatch(/one[^]*two/)
  })

  it('U6 every word of any page is delivered or told of, and no word is both', () => {
    let count = 0
    const word = fc.constant(null).map(() => `word${++count}x`)
    const piece = fc.oneof(
      word,
      fc.constantFrom(
        '<body>',
        '</body>',
        '<main>',
        '</main>',
        '<header>',
        '</header>',
        '<footer>',
        '</footer>'
      ),
      fc.constantFrom(
        '<div>',
        '</div>',
        '<p>',
        '<b>',
        '</b>',
        '</p>',
        '<nav>',
        '</nav>',
        '<ul><li>',
        '</ul>',
        '\n',
        '<!-- c -->'
      )
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const html = pieces.join(' ')
        const page = bodyOf(html)
        const out = told(html).join(' ')
        for (const [one] of html.matchAll(/word\d+x/g))
          expect([page.includes(one), out.includes(one)].filter(Boolean), `${one} of ${html}`).toHaveLength(1)
      })
    )
  })
})
