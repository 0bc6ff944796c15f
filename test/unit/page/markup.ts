import { fc } from '../../support/properties'

const { oneof, constantFrom, array, tuple, constant } = fc

const joined = (part: fc.Arbitrary<string>, minLength: number, maxLength: number, by = '') =>
  array(part, { minLength, maxLength }).map((parts) => parts.join(by))

const word = constantFrom(
  ...'harbour ferry Skerra sound tide 12:40 naïve Überfahrt 日本 a I 👩‍🚒 é סירה'.split(' ')
)
const entity = constantFrom(
  '&amp;',
  '&lt;b&gt;',
  '&nbsp;',
  '&copy;',
  '&#8212;',
  '&#x2014;',
  '&quot;',
  'AT&T',
  '&notaname;',
  '&hellip;',
  '\u00a0',
  "it's",
  'a < b',
  '&Aacute;',
  '&copy',
  '&NotEqualTilde;'
)
const blank = constantFrom(' ', ' ', ' ', '  ', '\n    ', '\t', ' \r\n ')
const text = array(tuple(oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: entity }), blank), {
  minLength: 1,
  maxLength: 4
}).map((parts) => parts.map(([one, by]) => one + by).join(''))

const attributes = constantFrom(
  '',
  '',
  '',
  ' class="lead"',
  ' CLASS=x',
  " lang='de' dir=ltr",
  ' id="a"',
  ' data-x="&quot;1&quot; &amp; 2"',
  ' hidden',
  ' class="a" class="b"'
)
const inlineNames = constantFrom(
  ...'strong b em i code s u sup sub span mark kbd abbr small time cite q del ins STRONG Em'.split(' ')
)
const atom = constantFrom(
  '<br>',
  '<br/>',
  '<BR class="x">',
  '<img src="/a.png">',
  '<img src="/a.png" alt="A &amp; B">',
  "<img alt='' src=/b.png loading=lazy width=200>",
  '<picture><source srcset="/a.webp" media="(min-width: 600px)"><img src="/a.png" alt="x"></picture>',
  '<span class="icon icon-ferry"></span>',
  '<!-- a remark -->',
  '<x-widget a="1">in <b>it</b></x-widget>',
  '<button type=button>press</button>',
  '<input disabled>',
  '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>',
  '<a id="anchor"></a>',
  '<strong></strong>',
  '<wbr>'
)

const { inline } = fc.letrec<{ inline: string; element: string }>((tie) => ({
  inline: joined(
    oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 5, arbitrary: text },
      { weight: 1, arbitrary: atom },
      { weight: 2, arbitrary: tie('element') }
    ),
    1,
    4
  ),
  element: oneof(
    tuple(inlineNames, attributes, tie('inline')).map(
      ([name, more, inside]) => `<${name}${more}>${inside}</${name}>`
    ),
    tuple(
      constantFrom('/x', '#a', 'https://example.com/?a=1&amp;b=2', 'javascript:1'),
      attributes,
      tie('inline')
    ).map(([href, more, inside]) => `<a href="${href}"${more}>${inside}</a>`)
  )
}))

/** Inline markup that does not nest, or is not closed. */
const misnested = constantFrom(
  '<b>one <i>two</b> three</i>',
  '<b>open',
  'stray</em> end',
  '<a href="/x">one <a href="/y">two</a>',
  'x</p>y',
  '<font color=red><p>in it'
)
const line = oneof({ weight: 12, arbitrary: inline }, { weight: 1, arbitrary: misnested })

const island = constantFrom(
  '<!-- between blocks -->',
  '<iframe src="https://example.com/"></iframe>',
  '<dl><dt>term<dd>what it means</dl>',
  '<figure><img src="/a.png"><figcaption>under it</figcaption></figure>',
  '<x-widget a="1"><p>inside</p></x-widget>',
  '<div>a div without a class</div>',
  '<script>if (a < b) c("</p>")</script>',
  '<style>p > a { color: red }</style>',
  '<details><summary>more</summary><p>hidden</p></details>',
  '<video controls><source src="/a.mp4"></video>',
  '<form><input name=a></form>',
  '<a href="/x"><h2>a link around</h2></a>',
  '<template><p>x</template>'
)
const code = constantFrom(
  '<pre><code>let a = 1 &lt; 2\n  b()</code></pre>',
  '<pre><code class="language-js hl">x  =  y</code></pre>',
  '<pre>\n\n  two lines\n</pre>',
  '<pre class="plain">a\tb &copy; c</pre>',
  '<pre><code><span class="k">let</span> a</code></pre>',
  '<pre>x<b>y</b></pre>'
)
const space = constantFrom('', '\n', '\n    ', ' ')

const { block } = fc.letrec<{ block: string; items: string; flow: string }>((tie) => ({
  block: oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: tuple(attributes, line).map(([more, inside]) => `<p${more}>${inside}</p>`) },
    { weight: 1, arbitrary: line.map((inside) => `<p>${inside}`) },
    {
      weight: 2,
      arbitrary: tuple(constantFrom(1, 2, 3, 6), attributes, line).map(
        ([level, more, inside]) => `<h${level}${more}>${inside}</h${level}>`
      )
    },
    { weight: 1, arbitrary: code },
    { weight: 1, arbitrary: constantFrom('<hr>', '<hr class="wide" />', '<p></p>', '<P>big</P >') },
    { weight: 2, arbitrary: island },
    {
      weight: 1,
      arbitrary: tuple(constantFrom('ul', 'ol', 'ol start="3"', 'ul class="x"'), tie('items')).map(
        ([tag, inside]) => `<${tag}>${inside}</${tag.slice(0, 2)}>`
      )
    },
    {
      weight: 1,
      arbitrary: tuple(constantFrom('blockquote', 'blockquote cite="/x"'), tie('flow')).map(
        ([tag, inside]) => `<${tag}>${inside}</blockquote>`
      )
    },
    {
      weight: 1,
      arbitrary: joined(
        joined(
          tie('flow').map((inside) => `<td>${inside}</td>`),
          1,
          3
        ),
        1,
        3,
        '</tr>\n<tr>'
      ).map((rows) => `<table><tr>${rows}</tr></table>`)
    },
    {
      weight: 1,
      arbitrary: joined(
        tie('flow').map((inside) => `<td>${inside}`),
        1,
        3,
        '<tr>'
      ).map(
        (rows) =>
          `<table class="t"><caption>x</caption><colgroup><col></colgroup><tbody><tr><th colspan="2">head<tr>${rows}</tbody></table>`
      )
    }
  ),
  items: joined(
    tuple(space, tie('flow'), constantFrom('</li>', '</li>', '')).map(
      ([lead, inside, end]) => `${lead}<li>${inside}${end}`
    ),
    0,
    3
  ),
  flow: oneof({ weight: 3, arbitrary: line }, { weight: 2, arbitrary: joined(tie('block'), 0, 2, '\n') })
}))

const cell = tuple(space, oneof(line, joined(block, 0, 2, '\n'), constant('')), space).map(
  ([lead, inside, tail]) => `${lead}<div>${inside}${tail}</div>`
)
const row = tuple(space, joined(cell, 0, 3), space).map(
  ([lead, cells, tail]) => `${lead}<div>${cells}${tail}</div>`
)
const named = tuple(
  constantFrom('cards', 'Hero_v2 wide', ' columns  dark ', 'metadata', 'section-metadata', 'a&amp;b'),
  joined(oneof({ weight: 8, arbitrary: row }, { weight: 1, arbitrary: constant('<!-- row -->') }), 0, 3),
  space
).map(([classes, rows, tail]) => `<div class="${classes}">${rows}${tail}</div>`)

const section = tuple(
  constantFrom('<div>', '<div>', '<div class="wide" id="s">'),
  array(
    tuple(
      space,
      oneof({ weight: 5, arbitrary: block }, { weight: 2, arbitrary: named }, { weight: 1, arbitrary: line })
    ),
    {
      maxLength: 5
    }
  ),
  space
).map(([open, parts, tail]) => `${open}${parts.map(([lead, part]) => lead + part).join('')}${tail}</div>`)

const frame = constantFrom(
  ['<body>\n  <header></header>\n  <main>\n    ', '\n  </main>\n  <footer></footer>\n</body>\n'],
  [
    '<!doctype html><html><head><title>x</title></head><body><header><p>kept</p></header><main>',
    '</main></body></html>'
  ],
  ['<main class=x>', '</MAIN >\n<script>1</script>']
)

/** Pages of a grammar: tags left out, comments, entities, odd nesting, everything that the page editor knows and much that it does not. */
export const markup: fc.Arbitrary<string> = tuple(
  frame,
  array(tuple(oneof({ weight: 9, arbitrary: section }, { weight: 1, arbitrary: island }), space), {
    maxLength: 3
  })
).map(([[before, after], sections]) => before + sections.map((part) => part.join('')).join('') + after)

/** How often a property of pages is tried: `GALLEY_PAGE_RUNS=20000` tries it that often. */
export const runs = (usual: number): number => Number(process.env['GALLEY_PAGE_RUNS'] ?? usual)
