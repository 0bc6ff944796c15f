import { attribute, classesOf, type Element } from '../../../html'

/** What a stretch of text is shown as, as far as a page keeps it. */
export interface Look {
  readonly strong: boolean
  readonly em: boolean
  readonly s: boolean
  readonly u: boolean
  readonly code: boolean
  readonly script: 'sup' | 'sub' | null
  readonly href: string | null
}

export const plainLook: Look = {
  strong: false,
  em: false,
  s: false,
  u: false,
  code: false,
  script: null,
  href: null
}

/** What style sheets of the clipboard say of classes: declarations by the name of the class. */
export type ClassStyles = ReadonlyMap<string, string>

/** Reads the rules for classes of a style sheet; everything else in it is passed over. */
export function classStyles(sheet: string): ClassStyles {
  const styles = new Map<string, string>()
  for (const [, name = '', declarations = ''] of sheet.matchAll(/\.([\w-]{1,60})\s*\{([^{}]{0,2000})\}/g))
    styles.set(name, `${styles.get(name) ?? ''};${declarations}`)
  return styles
}

/** What an element says by its style attribute, and before that by its classes. */
export function styleOf(element: Element, classes: ClassStyles): string {
  const own = attribute(element, 'style') ?? ''
  if (classes.size === 0) return own
  return `${classesOf(element)
    .map((name) => classes.get(name) ?? '')
    .join(';')};${own}`
}

/** What a style says of a property, in small letters; the last one counts. Empty where it says nothing. */
export function declared(style: string, property: string): string {
  if (!style.includes(property)) return ''
  for (const declaration of style.split(';').reverse()) {
    const colon = declaration.indexOf(':')
    if (colon > 0 && declaration.slice(0, colon).trim().toLowerCase() === property)
      return declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase()
  }
  return ''
}

const byTag: Readonly<Record<string, Partial<Look>>> = {
  b: { strong: true },
  strong: { strong: true },
  i: { em: true },
  em: { em: true },
  s: { s: true },
  strike: { s: true },
  del: { s: true },
  u: { u: true },
  sup: { script: 'sup' },
  sub: { script: 'sub' },
  code: { code: true },
  tt: { code: true },
  samp: { code: true }
}

/** How the text in an element looks, by the element and its style; of other styles nothing is kept. */
export function lookIn(outer: Look, tagName: string, style: string): Look {
  const tag = byTag[tagName]
  const look = tag ? { ...outer, ...tag } : outer
  if (style === '') return look
  const said: { strong?: boolean; em?: boolean; s?: boolean; script?: Look['script'] } = {}
  const weight = declared(style, 'font-weight')
  if (weight !== '') said.strong = /^bold/.test(weight) || Number.parseInt(weight, 10) >= 600
  const slant = declared(style, 'font-style')
  if (slant !== '') said.em = /^(italic|oblique)/.test(slant)
  if (/line-through/.test(declared(style, 'text-decoration') + declared(style, 'text-decoration-line')))
    said.s = true
  const height = declared(style, 'vertical-align')
  if (height === 'super') said.script = 'sup'
  if (height === 'sub') said.script = 'sub'
  return Object.keys(said).length === 0 ? look : { ...look, ...said }
}

/** Whether a program has hidden it: bookmarks, markers of lists, comments of other people. */
export const isHidden = (style: string): boolean =>
  declared(style, 'display') === 'none' || declared(style, 'mso-hide') === 'all'

/** Whether blanks and line ends in it are shown as they are. */
export const keepsLineEnds = (style: string): boolean => /^pre/.test(declared(style, 'white-space'))
