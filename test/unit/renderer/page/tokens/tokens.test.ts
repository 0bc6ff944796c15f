// @vitest-environment node
import { EditorState, TextSelection } from 'prosemirror-state'
import type { DecorationSet } from 'prosemirror-view'
import { describe, expect, it } from 'vitest'
import { tokenProblems } from '../../../../../src/common/checks/token-problems'
import { contentPath } from '../../../../../src/common/content/paths'
import { readPage } from '../../../../../src/common/formats/page/read'
import { pageSchema } from '../../../../../src/common/formats/page/schema'
import { tokensIn, writtenToken } from '../../../../../src/common/formats/page/tokens'
import { writePage } from '../../../../../src/common/formats/page/write'
import { placeholdersIn, placeholderText } from '../../../../../src/common/publishing/placeholders'
import { putToken } from '../../../../../src/renderer/src/engines/page/tokens/put-token'
import {
  showTokens,
  tokenDrawing,
  type TokenValue
} from '../../../../../src/renderer/src/engines/page/tokens/token-drawing'
import { entryAt } from '../../../../../src/renderer/src/engines/tree/entries'
import { emptyTree } from '../../../../../src/renderer/src/engines/tree/tree-state'
import { sheetFor } from '../../../../../src/renderer/src/features/page/tokens/site-placeholders'
import { placeOf } from '../pages'

const html = `<body><main><div>
<p>Call {{officePhone}} or {{gone}}, :anchor: at 10:30:00.</p>
<pre>{{officePhone}}</pre>
<p>Write <code>{{officePhone}}</code> &amp; <b>{{ officePhone }}</b> ::x:: http://a.b:c:d</p>
</div></main></body>`

function open(source: string) {
  const reading = readPage(source)
  if ('refused' in reading) throw new Error(reading.refused.sentence)
  const plugin = tokenDrawing()
  let state = EditorState.create({ doc: reading.page, plugins: [plugin] })
  return {
    get state() {
      return state
    },
    apply: (change: (state: EditorState) => EditorState) => (state = change(state)),
    drawn: () => {
      const set: DecorationSet | undefined = plugin.getState(state)?.drawn
      return (set?.find() ?? [])
        .sort((one, other) => one.from - other.from || other.to - one.to)
        .map(({ from, to, ...rest }) => {
          const { type } = rest as unknown as { type: { attrs: Readonly<Record<string, string>> } }
          return { text: state.doc.textBetween(from, to), attrs: type.attrs }
        })
    }
  }
}

describe('letters that stand for something else', () => {
  it('VE25 are read in a text, and times, addresses and double colons are none', () => {
    const names = (text: string) => tokensIn(text).map(({ kind, name }) => `${kind} ${name}`)
    expect(names('{{a}}{{ b c }} :icon: :icon-2:')).toEqual([
      'placeholder a',
      'placeholder b c',
      'icon icon',
      'icon icon-2'
    ])
    expect(names('10:30:00 http://a:b:c a::b::c Note:this:that {{}} {{ }} {a} {{a\nb}} : x: ::')).toEqual([])
    expect(names(`{{${'a'.repeat(101)}}} :${'a'.repeat(101)}:`)).toEqual([])
    expect(names('(:a:, :b:) größe:c: :c:größe')).toEqual(['icon a', 'icon b'])
  })

  it('VE25 take no time by what somebody writes to make them', () => {
    expect(tokensIn('{{'.repeat(200_000))).toEqual([])
    expect(tokensIn(':a'.repeat(200_000))).toEqual([])
    expect(tokensIn(`{{${' '.repeat(200_000)}`)).toEqual([])
  })

  it('VE25 are written only where they would be read as the same', () => {
    expect(writtenToken('placeholder', 'bookNow')).toBe('{{bookNow}}')
    expect(writtenToken('icon', 'anchor')).toBe(':anchor:')
    for (const name of ['', ' a', 'a}}b', '{a', 'a\nb', 'a'.repeat(10_000)])
      expect(writtenToken('placeholder', name)).toBeNull()
    for (const name of ['', 'a b', '1a', 'ä', 'a:b', '../a']) expect(writtenToken('icon', name)).toBeNull()
  })
})

describe('what placeholders stand for', () => {
  it('VE25 is said by rows Key and Text, or Value; keys are one by their letters and digits', () => {
    const known = placeholdersIn([
      { Key: 'bookNow', Text: 'Buy a ticket' },
      { key: 'Read more', value: 'On' },
      { Key: '', Text: 'x' },
      { Key: 7, Text: 'x' },
      { Key: 'twice', Text: '1' },
      { Key: 'twice', Text: '2' },
      { Key: '__proto__', Text: 'own' }
    ])
    const texts = [
      'bookNow',
      'book-now',
      'Book Now',
      'read-more',
      'twice',
      '__proto__',
      'constructor',
      '!'
    ].map((name) => placeholderText(known, name))
    expect(texts).toEqual(['Buy a ticket', 'Buy a ticket', 'Buy a ticket', 'On', '2', 'own', null, null])
  })

  it('VE25 is said by the sheet of the nearest folder above the page', () => {
    const root = contentPath('/harbour/web')
    const ready = (...names: readonly string[]) => ({
      status: 'ready' as const,
      entries: names.map((name) => entryAt(contentPath(name), 'file'))
    })
    const french = contentPath('/harbour/web/fr')
    const tree = {
      ...emptyTree,
      root,
      folders: new Map([
        [root, ready('/harbour/web/placeholders.json')],
        [french, ready('/harbour/web/fr/placeholders.json', '/harbour/web/fr/a.html')],
        [contentPath('/harbour/web/en'), ready('/harbour/web/en/a.html')]
      ])
    }
    expect(sheetFor(tree, contentPath('/harbour/web/fr/a.html'))).toBe('/harbour/web/fr/placeholders.json')
    expect(sheetFor(tree, contentPath('/harbour/web/en/a.html'))).toBe('/harbour/web/placeholders.json')
    expect(sheetFor(tree, contentPath('/harbour/web/a.html'))).toBe('/harbour/web/placeholders.json')
    expect(sheetFor(tree, contentPath('/harbour/web/not-read/a.html'))).toBeUndefined()
    expect(sheetFor(tree, contentPath('/harbour/other/a.html'))).toBeUndefined()
    const bare = { ...tree, folders: new Map([[root, ready('/harbour/web/a.html')]]) }
    expect(sheetFor(bare, contentPath('/harbour/web/a.html'))).toBeNull()
  })

  it('VE25 is told where it is nothing, at its place, but not of code', () => {
    const asked: string[] = []
    const problems = tokenProblems(html, ({ kind, name }) => {
      asked.push(`${kind} ${name}`)
      return name === 'gone' || kind === 'icon' ? `no ${name}` : null
    })
    expect(asked).toEqual([
      'placeholder officePhone',
      'placeholder gone',
      'icon anchor',
      'placeholder officePhone'
    ])
    expect(
      problems.map(({ line, column, endColumn, message }) => [line, column, endColumn, message])
    ).toEqual([
      [2, 28, 36, 'no gone'],
      [2, 38, 46, 'no anchor']
    ])
  })
})

describe('references in a placeholder', () => {
  it('VE25 are read before it is asked for', () => {
    const asked: string[] = []
    tokenProblems('<body><main><div><p>{{a &amp; b}} &colon;x: {{c}}</p></div></main></body>', ({ name }) => {
      asked.push(name)
      return null
    })
    // a colon that is written as a reference has no place as one
    expect(asked).toEqual([])
    tokenProblems(
      '<body><main><div><p>{{a &amp; b}}</p></div></main></body>',
      ({ name }) => (asked.push(name), null)
    )
    expect(asked).toEqual(['a & b'])
  })
})

describe('placeholders and icons in a page', () => {
  const value = ({ name, kind }: { name: string; kind: string }): TokenValue =>
    kind === 'icon'
      ? { kind: 'picture', url: 'data:image/svg+xml;base64,AA==' }
      : name === 'officePhone'
        ? { kind: 'words', text: '+44 <b>1632</b>' }
        : { kind: 'unknown', why: `no ${name}` }

  it('VE25 are drawn with what they stand for, not in code, and no byte changes', () => {
    const page = open(html)
    const texts = () => {
      const all = page.drawn().map(({ text }) => text)
      return all.flatMap((text, at) => (at % 2 === 0 ? [text + (all[at + 1] ?? '')] : []))
    }
    expect(texts()).toEqual(['{{officePhone}}', '{{gone}}', ':anchor:', '{{ officePhone }}'])
    showTokens(value)(page.state, (tr) => page.apply((state) => state.apply(tr)))
    expect(texts()).toEqual(['{{officePhone}}', '{{gone}}', ':anchor:', '{{ officePhone }}'])
    const ends = page.drawn().filter((_, at) => at % 2 === 1)
    expect(ends.map(({ attrs }) => [attrs['title'], attrs['data-value'] ?? attrs['style']])).toEqual([
      ['Placeholder officePhone: +44 <b>1632</b>', '+44 <b>1632</b>'],
      ['no gone', '?'],
      ['Icon anchor', '--token-picture: url("data:image/svg+xml;base64,AA==")'],
      ['Placeholder officePhone: +44 <b>1632</b>', '+44 <b>1632</b>']
    ])
    expect(ends.map(({ attrs }) => attrs['class']?.includes('pe-unknown'))).toEqual([
      false,
      true,
      false,
      false
    ])
    expect(writePage(page.state.doc)).toBe(html)
  })

  it('VE25 a long or turning value is cut and written out', () => {
    const page = open(html)
    showTokens(() => ({ kind: 'words', text: `\u202E${'x'.repeat(10_000)}\n"><img>` }))(page.state, (tr) =>
      page.apply((state) => state.apply(tr))
    )
    const [, last] = page.drawn()
    expect(last?.attrs['data-value']?.startsWith('<U+202E>xxx')).toBe(true)
    expect(last?.attrs['data-value']?.length).toBeLessThan(80)
    expect(last?.attrs['title']?.length).toBeLessThan(500)
  })

  it('VE25 of a change only its lines are looked at, and each token is drawn once', () => {
    const page = open(html)
    const asked: string[] = []
    showTokens((token) => (asked.push(token.name), value(token)))(page.state, (tr) =>
      page.apply((state) => state.apply(tr))
    )
    const before = page.drawn()
    asked.length = 0
    page.apply((state) => state.apply(state.tr.insertText('Please ', placeOf(state.doc, 'Call'))))
    expect(page.drawn()).toEqual(before)
    expect(asked).toEqual(['officePhone', 'gone', 'anchor'])
    // its end is taken away, and comes back
    const at = placeOf(page.state.doc, 'gone}}') + 5
    page.apply((state) => state.apply(state.tr.delete(at, at + 1)))
    expect(page.drawn().map(({ text }) => text)).not.toContain('{{gone')
    expect(page.drawn()).toHaveLength(before.length - 2)
    page.apply((state) => state.apply(state.tr.insertText('}', at)))
    expect(page.drawn()).toEqual(before)
    // what becomes code stands for itself
    page.apply((state) => state.apply(state.tr.addMark(at - 7, at + 1, pageSchema.marks.code.create())))
    expect(page.drawn().map(({ text }) => text)).not.toContain('{{gone}')
  })

  it('VE25 an icon that is put beside letters gets a blank', () => {
    const page = open('<body><main><div><p>one two</p></div></main></body>')
    const put = (written: string, words: string) => {
      const at = placeOf(page.state.doc, words) + words.length
      page.apply((state) => {
        const there = state.apply(state.tr.setSelection(TextSelection.create(state.doc, at)))
        let next = there
        putToken(written)(there, (tr) => (next = there.apply(tr)))
        return next
      })
    }
    put(':a:', 'one')
    put('{{b}}', 'tw')
    expect(writePage(page.state.doc)).toContain('<p>one :a: tw{{b}}o</p>')
  })
})
