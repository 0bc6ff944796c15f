import type { SyncConflictDetail } from '../../../../../common/sync'

export type Conflict = SyncConflictDetail['conflicts'][number]

const kinds: Readonly<Record<Conflict['kind'], string>> = {
  field: 'Field',
  item: 'Item',
  list: 'List',
  cell: 'Cell',
  row: 'Row',
  sheet: 'Sheet',
  order: 'Order of',
  block: '',
  text: '',
  validity: 'Together the two break a rule',
  file: 'The whole file'
}

const elements: Readonly<Record<string, string>> = {
  p: 'Paragraph',
  ul: 'List',
  ol: 'Numbered list',
  li: 'List item',
  table: 'Table',
  tr: 'Table row',
  td: 'Table cell',
  th: 'Table cell',
  blockquote: 'Quotation',
  pre: 'Code',
  picture: 'Picture',
  img: 'Picture',
  figure: 'Figure',
  div: 'Section',
  hr: 'Line',
  header: 'Header',
  footer: 'Footer'
}

/** What a place is called: `Field price › amount`, `Cell Row 3 › price`, `Section › Paragraph`. */
export function titleOf({ kind, place }: Pick<Conflict, 'kind' | 'place'>): string {
  if (kind === 'validity' || kind === 'file') return kinds[kind]
  if (kind === 'block') return place.names.map(elementWords).join(' › ') || 'The page'
  const names = place.names.join(' › ')
  return `${kinds[kind]} ${names}`.trim() || 'The whole content'
}

function elementWords(name: string): string {
  const heading = /^h([1-6])$/.exec(name)
  if (heading) return `Heading ${heading[1]}`
  return elements[name] ?? `Block ${name}`
}

/** What a file of a conflict is called: configs by what they are of. */
export function fileWords(key: string, path: string, root: string): string {
  if (!key.startsWith('config ')) return path
  const of = path.replace(/\.json$/, '')
  return of === '/' || of === '' ? `Config of ${root}` : `Config of ${of}`
}
