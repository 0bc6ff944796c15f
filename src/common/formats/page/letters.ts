import { isElement, parseHtml } from '../../html'

/** A character of a text with the stretch of its source, from the beginning of the text. */
interface Letter {
  readonly text: string
  readonly from: number
  readonly to: number
}

/**
 * Whether the source of a text says what the parser read of it, character by character. It does not where a
 * tag that opens or closes nothing stands in it, a sign was left out, or an entity stands for more than one
 * character.
 */
export function says(raw: string, value: string): boolean {
  if (raw === value) return true
  if (/<[a-z/!?]/i.test(raw) || raw.includes('\0')) return false
  if (usual(raw) === value) return true
  const letters = lettersOf(raw)
  return letters !== null && letters.map(({ text }) => text).join('') === value
}

const usualEntities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': '\u00a0',
  '&quot;': '"'
}
const lineEnds = /\r\n?/g

/** Where it has only those entities that Galley writes itself; what else there is stays as it is. */
const usual = (raw: string) =>
  raw.replace(/&(?:amp|lt|gt|nbsp|quot);/g, (name) => usualEntities[name] ?? name).replace(lineEnds, '\n')

/** The characters of a text, by code point; `null` where an entity is none of one character. */
export function lettersOf(raw: string): Letter[] | null {
  const letters: Letter[] = []
  const known = new Map<string, string>()
  const signs = /&(?:#x[0-9a-f]+;?|#[0-9]+;?|[a-z][a-z0-9]*;?)|\r\n?|[^]/giu
  for (let found = signs.exec(raw); found; found = signs.exec(raw)) {
    const [sign] = found
    const from = found.index
    if (sign.length < 2 || sign.codePointAt(0) !== 38) {
      letters.push({ text: sign.startsWith('\r') ? '\n' : sign, from, to: from + sign.length })
      continue
    }
    const text = usualEntities[sign] ?? known.get(sign) ?? decoded(sign)
    known.set(sign, text)
    if (text === sign) {
      // no entity: the sign alone, and the rest once more
      letters.push({ text: '&', from, to: from + 1 })
      signs.lastIndex = from + 1
    } else if ([...text].length === 1) letters.push({ text, from, to: from + sign.length })
    else return null
  }
  return letters
}

function decoded(entity: string): string {
  const root = parseHtml(`<body>${entity}`).childNodes.find(isElement)
  const body = root?.childNodes.find((node) => isElement(node) && node.tagName === 'body')
  const [text] = body && isElement(body) ? body.childNodes : []
  return text && 'value' in text ? text.value : ''
}
