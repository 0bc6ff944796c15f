import { Schema, type DOMOutputSpec, type Mark, type MarkSpec, type NodeSpec } from 'prosemirror-model'
import { dirAndLangIn, dirAndLangOf } from './dir-and-lang'

/**
 * How a node remembers what its source was. Only what differs from the normal form is kept, so most hints
 * hold no more than a `lead`. `null` in the place of a hint stands for a node that has no source yet. A hint
 * is never an authority: what it says is read again and compared with the node before it is written.
 */
export interface Hint {
  /** The blanks between the node before, or its parent's tag, and this one. Without it there are none. */
  readonly lead?: string
  /** Its start tag as written; in code all that stands before the text. */
  readonly open?: string
  /** Its end tag as written: empty where it was left out. */
  readonly close?: string
  /** Of what holds others: the blanks behind the last of them. */
  readonly tail?: string
  /** Of a text block: the source between its tags. */
  readonly inner?: string
}

/** Where the eye should rest in a picture that is cut to a shape: per cent from its left and its top. */
export interface Focal {
  readonly x: number
  readonly y: number
}

/** What a parse rule needs to know of an element of a document. */
interface Read {
  getAttribute(name: string): string | null
}

const src = { src: { default: null } }
const flow = '(flow | island)*'

/** The attributes that a plain drawing has; hints and source are never drawn. */
function drawn(tag: string, attributes: Readonly<Record<string, string | number | null>> = {}) {
  const shown = Object.entries(attributes).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]]
  )
  return [tag, Object.fromEntries(shown)] as const
}
const holder = (
  tag: string,
  attributes: Readonly<Record<string, string | number | null>> = {}
): DOMOutputSpec => [...drawn(tag, attributes), 0]

/** The element of a mark, which runs as its tag says. */
const spoken = (name: string, { attrs }: Mark) => holder(name, dirAndLangIn(attrs['tag']))

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/**
 * The tag name of a source, and the beginning of what else it holds, as a name for what is shown as a chip.
 */
function chip(raw: unknown): string {
  return typeof raw === 'string' ? raw.slice(0, 80) : ''
}

/**
 * The nodes of a page. What holds others may also be empty, and may hold what it cannot name as islands: a
 * stricter schema would delete content where two changes meet or a file is odd.
 */
const nodes = {
  /** `head` is the source up to the end of `<main …>`, `tail` all behind the last section, both verbatim. */
  doc: {
    content: '(section | island)*',
    attrs: { head: { default: '' }, tail: { default: '' } }
  },
  paragraph: {
    group: 'flow',
    content: 'inline*',
    /** `bare` is a line without an element of its own. */
    attrs: { bare: { default: false }, ...src },
    parseDOM: [{ tag: 'p' }],
    toDOM: (node) => holder('p', dirAndLangOf(node))
  },
  section: {
    content: '(flow | block | island)*',
    isolating: true,
    attrs: src,
    toDOM: (node) => holder('section', { class: 'pe-section', ...dirAndLangOf(node) })
  },
  /** `classes` is the class list, spelled and spaced as it is written. */
  block: {
    content: '(row | island)*',
    defining: true,
    isolating: true,
    attrs: { classes: { default: '' }, ...src },
    toDOM: (node) =>
      holder('div', {
        class: 'pe-block',
        'data-classes': String(node.attrs['classes']),
        ...dirAndLangOf(node)
      })
  },
  row: {
    content: '(cell | island)*',
    isolating: true,
    attrs: { id: { default: null }, ...src },
    toDOM: (node) => holder('div', { class: 'pe-row', ...dirAndLangOf(node) })
  },
  cell: {
    content: flow,
    isolating: true,
    attrs: { id: { default: null }, ...src },
    toDOM: (node) => holder('div', { class: 'pe-cell', ...dirAndLangOf(node) })
  },
  heading: {
    group: 'flow',
    content: 'inline*',
    defining: true,
    attrs: { level: { default: 1 }, id: { default: null }, ...src },
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    toDOM: (node) => holder(`h${levelOf(node.attrs['level'])}`, dirAndLangOf(node))
  },
  bullet_list: {
    group: 'flow',
    content: '(list_item | island)*',
    attrs: src,
    parseDOM: [{ tag: 'ul' }],
    toDOM: (node) => holder('ul', dirAndLangOf(node))
  },
  ordered_list: {
    group: 'flow',
    content: '(list_item | island)*',
    attrs: { start: { default: 1 }, ...src },
    parseDOM: [
      {
        tag: 'ol',
        getAttrs: (dom: Read) => ({ start: startOf(dom.getAttribute('start')) })
      }
    ],
    toDOM: (node) =>
      holder('ol', {
        start: node.attrs['start'] === 1 ? null : Number(node.attrs['start']),
        ...dirAndLangOf(node)
      })
  },
  list_item: {
    content: flow,
    defining: true,
    attrs: src,
    parseDOM: [{ tag: 'li' }],
    toDOM: (node) => holder('li', dirAndLangOf(node))
  },
  blockquote: {
    group: 'flow',
    content: flow,
    defining: true,
    attrs: src,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: (node) => holder('blockquote', dirAndLangOf(node))
  },
  code_block: {
    group: 'flow',
    content: 'text*',
    marks: '',
    code: true,
    defining: true,
    attrs: { language: { default: null }, ...src },
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: (node) => [
      ...drawn('pre', { 'data-language': text(node.attrs['language']), ...dirAndLangOf(node) }),
      ['code', 0]
    ]
  },
  hr: {
    group: 'flow',
    atom: true,
    attrs: src,
    parseDOM: [{ tag: 'hr' }],
    toDOM: () => [...drawn('hr')]
  },
  table: {
    group: 'flow',
    content: '(table_part | table_row | island)*',
    isolating: true,
    attrs: src,
    toDOM: (node) => holder('table', dirAndLangOf(node))
  },
  /** `tag` is `thead`, `tbody` or `tfoot`. */
  table_part: {
    content: '(table_row | island)*',
    isolating: true,
    attrs: { tag: { default: 'tbody' }, ...src },
    toDOM: (node) => holder(partName(node.attrs['tag']), dirAndLangOf(node))
  },
  table_row: {
    content: '(table_cell | island)*',
    isolating: true,
    attrs: { id: { default: null }, ...src },
    toDOM: (node) => holder('tr', dirAndLangOf(node))
  },
  table_cell: {
    content: flow,
    isolating: true,
    attrs: { header: { default: false }, id: { default: null }, ...src },
    toDOM: (node) => holder(node.attrs['header'] === true ? 'th' : 'td', dirAndLangOf(node))
  },
  /** What the editor does not understand, as it is written. It is drawn as its text, never as an element. */
  island: {
    atom: true,
    attrs: { raw: { default: '' }, ...src },
    toDOM: ({ attrs }) => [...drawn('div', { class: 'pe-island' }), chip(attrs['raw'])]
  },
  text: { group: 'inline' },
  /**
   * `alt` and `title` are `null` where there is none. `raw` is the picture as written, `null` in normal form.
   */
  image: {
    group: 'inline',
    inline: true,
    atom: true,
    draggable: true,
    attrs: {
      url: { default: '' },
      alt: { default: null },
      title: { default: null },
      focal: { default: null },
      raw: { default: null }
    },
    toDOM: ({ attrs }) => [
      ...drawn('span', { class: 'pe-image' }),
      text(attrs['alt']) ?? String(attrs['url'])
    ]
  },
  /** `raw` is `null` for `<br>`. */
  hard_break: {
    group: 'inline',
    inline: true,
    atom: true,
    selectable: false,
    attrs: { raw: { default: null } },
    linebreakReplacement: true,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => [...drawn('br')]
  },
  inline_island: {
    group: 'inline',
    inline: true,
    atom: true,
    attrs: { raw: { default: '' } },
    toDOM: ({ attrs }) => [...drawn('span', { class: 'pe-island' }), chip(attrs['raw'])]
  }
} satisfies Record<string, NodeSpec>

/** The number that an ordered list begins with, by its attribute. */
export function startOf(value: string | null): number {
  const start = Number.parseInt(value ?? '', 10)
  return Number.isFinite(start) ? start : 1
}

/** 1 to 6, whatever a node says. */
export const levelOf = (level: unknown): number =>
  Math.min(6, Math.max(1, Math.trunc(typeof level === 'number' ? level : 1) || 1))

/** `thead`, `tbody` or `tfoot`, whatever a node says. */
export const partName = (tag: unknown): string => (tag === 'thead' || tag === 'tfoot' ? tag : 'tbody')

/** The names of the nodes of a page. */
export type NodeName = keyof typeof nodes

/** `tag` of a mark is its start tag as written, `null` in normal form. */
const tag = { tag: { default: null } }

const marks = {
  link: {
    attrs: { href: { default: '' }, ...tag },
    inclusive: false,
    parseDOM: [{ tag: 'a[href]', getAttrs: (dom: Read) => ({ href: dom.getAttribute('href') }) }],
    toDOM: ({ attrs }) => holder('a', { href: String(attrs['href']), ...dirAndLangIn(attrs['tag']) })
  },
  /**
   * Any other element whose text is edited: `tag` is its start tag, which names it. Several may lie over each
   * other.
   */
  wrap: {
    attrs: tag,
    excludes: '',
    toDOM: ({ attrs }) => holder(wrapName(attrs['tag']), dirAndLangIn(attrs['tag']))
  },
  strong: {
    attrs: tag,
    parseDOM: [{ tag: 'strong' }, { tag: 'b' }],
    toDOM: (mark) => spoken('strong', mark)
  },
  em: { attrs: tag, parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: (mark) => spoken('em', mark) },
  u: { attrs: tag, parseDOM: [{ tag: 'u' }], toDOM: (mark) => spoken('u', mark) },
  s: { attrs: tag, parseDOM: [{ tag: 's' }, { tag: 'strike' }], toDOM: (mark) => spoken('s', mark) },
  sup: { attrs: tag, parseDOM: [{ tag: 'sup' }], toDOM: (mark) => spoken('sup', mark) },
  sub: { attrs: tag, parseDOM: [{ tag: 'sub' }], toDOM: (mark) => spoken('sub', mark) },
  code: { attrs: tag, code: true, parseDOM: [{ tag: 'code' }], toDOM: (mark) => spoken('code', mark) }
} satisfies Record<string, MarkSpec>

/** Elements whose text is edited while they stay as they are. */
export const wrapTags: ReadonlySet<string> = new Set(
  'a abbr acronym bdi bdo big cite data del dfn font ins kbd mark q samp small span time tt var'.split(' ')
)

/** The element that a `wrap` is drawn as: one that is known to do nothing, whatever its tag says. */
export function wrapName(tag: unknown): string {
  const name = /^<([a-z]+)/i.exec(typeof tag === 'string' ? tag : '')?.[1]?.toLowerCase() ?? ''
  return name !== 'a' && wrapTags.has(name) ? name : 'span'
}

/** The schema of pages: what the page editor, rooms and reading and writing agree on. */
export const pageSchema = new Schema({ nodes, marks })
