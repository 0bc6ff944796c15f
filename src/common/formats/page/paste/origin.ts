/** The programs whose clipboard is read by rules of its own, and what people call them. */
const origins = {
  word: 'Word',
  'word-online': 'Word',
  'google-docs': 'Google Docs',
  excel: 'Excel',
  'google-sheets': 'Google Sheets',
  calc: 'LibreOffice Calc',
  writer: 'LibreOffice',
  apple: 'Pages',
  notion: 'Notion',
  galley: 'Galley',
  web: 'a web page',
  markdown: 'Markdown',
  text: 'text'
} as const

/** Where something that is pasted was copied. */
export type Origin = keyof typeof origins

/** What people call it, as in “Pasted from Word”. */
export const originName = (origin: Origin): string => origins[origin]

/** Programs that copy cells: what they copy is rows and cells, whatever stands in them. */
export const isSpreadsheet = (origin: Origin): boolean =>
  origin === 'excel' || origin === 'google-sheets' || origin === 'calc'

/** What marks a copy that this program made, so that another window of it reads it as such. */
export const COPY_MARK = 'data-galley-page'
/** The class list of a block that is copied as a table. */
export const BLOCK_MARK = 'data-galley-block'

/** What each program leaves in what it copies, the most telling first. */
const signs: readonly (readonly [Origin, RegExp])[] = [
  ['galley', new RegExp(`\\s${COPY_MARK}="`)],
  ['google-sheets', /<google-sheets-html-origin|\sdata-sheets-(?:root|value)=/i],
  ['google-docs', /\sid=["']?docs-internal-guid-/i],
  ['excel', /urn:schemas-microsoft-com:office:excel|content=["']?(?:Microsoft Excel|Excel\.Sheet)/i],
  [
    'word',
    /urn:schemas-microsoft-com:office:word|content=["']?(?:Microsoft Word|Word\.Document)|\sclass=["']?Mso|mso-list:/i
  ],
  [
    'word-online',
    /\sdata-ccp-props=|\sclass="[^"]*\b(?:OutlineElement|NormalTextRun|ListContainerWrapper)\b/
  ],
  ['notion', /<!--\s*notionvc:/],
  ['apple', /content="Cocoa HTML Writer"|class="Apple-(?:converted-space|tab-span)"/i]
]

/** Whose HTML it is. */
export function originOf(html: string): Origin {
  const found = signs.find(([, sign]) => sign.test(html))
  if (found) return found[0]
  if (!/<meta[^>]{0,80}content="(?:LibreOffice|OpenOffice)/i.test(html)) return 'web'
  return /\ssd(?:val|num)=|<td[^>]{0,200}\sheight="?\d+"?/i.test(html) ? 'calc' : 'writer'
}
