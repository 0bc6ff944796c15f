import { describe, expect, it } from 'vitest'
import { writePage } from '../../../src/common/formats/page/write'
import { EditorState } from 'prosemirror-state'
import { anew, pageOf } from './pages'

/** What conversions of pages are known to lose, as a whole section each. */
const oddities: readonly (readonly [name: string, inside: string])[] = [
  ['a comment between blocks', '<p>here</p><!-- kept --><p>and</p>'],
  ['attributes of a paragraph', '<p lang="de" dir="rtl" class="lead">here</p>'],
  ['an id of a heading', '<h2 id="tides" class=x>here</h2>'],
  ['target and rel of a link', '<p>here <a href="/x" target="_blank" rel="noopener">link</a></p>'],
  ['an unknown element in a line', '<p>here <x-widget a="1">in it</x-widget> and on</p>'],
  ['an unknown element beside lines', '<p>here</p><x-widget a="1"><p>in it</p></x-widget><p>and on</p>'],
  ['an embed', '<p>here</p><iframe src="https://example.com/" loading="lazy"></iframe>'],
  ['a list of terms', '<p>here</p><dl><dt>term</dt><dd>meaning</dd></dl>'],
  ['a figure', '<p>here</p><figure><img src="/a.png"><figcaption>under it</figcaption></figure>'],
  ['kbd, mark and abbr', '<p>here <kbd>Ctrl</kbd>+<kbd>C</kbd> <mark>m</mark> <abbr title="x">X</abbr></p>'],
  [
    'a table with a first row of several cells',
    '<p>here</p><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td colspan="2">2</td></tr></table>'
  ],
  [
    'a block in a cell',
    '<div class="cards"><div><div><p>here</p><div class="inner"><div><div>x</div></div></div></div></div></div>'
  ],
  ['capitals in a class', '<p>here</p><div class="Hero_v2 Wide"><div><div>x</div></div></div>'],
  ['the start of a list', '<ol start="3"><li>here</li></ol>'],
  ['the language of code', '<p>here</p><pre><code class="language-js">let a = 1</code></pre>'],
  [
    'a picture with sources of its own',
    '<p>here <picture><source srcset="/a.webp" sizes="50vw"><img src="/a.png" loading="eager"></picture></p>'
  ]
]
const frame = (inside: string) =>
  `<body>\n<header><nav>kept</nav></header>\n<main>\n<div>${inside}</div>\n</main>\n<footer><p>kept</p></footer>\n</body>`

describe('VE2 what conversions lose', () => {
  for (const [name, inside] of oddities)
    it(`VE2 VE1 keeps ${name}, also where the line beside it changes`, () => {
      const source = frame(inside)
      const page = pageOf(source)
      expect(writePage(anew(page))).toBe(source)
      let at = -1
      page.descendants((node, pos) => void (node.text?.startsWith('here') === true && (at = pos)))
      const edited = EditorState.create({ doc: page }).tr.insertText('now t', at, at)
      expect(writePage(edited.doc)).toBe(source.replace('here', 'now there'))
    })
})
