import { breaksAt, placeKeyOf, type NotReplaced, type ReplaceFile, type ReplaceFound } from './replace-state'

/** One line of what would be replaced. */
export type ReplaceRow =
  | {
      readonly kind: 'file'
      readonly key: string
      readonly file: ReplaceFile
      readonly isFolded: boolean
      readonly ticked: boolean | 'mixed'
    }
  | {
      readonly kind: 'place'
      readonly key: string
      readonly file: ReplaceFile
      readonly place: ReplaceFound
      readonly ticked: boolean
      /** What its schema says of what comes of it; `''` for nothing. */
      readonly breaks: string
    }
  /** Places that are not told, and replaced with their file. */
  | { readonly kind: 'more'; readonly key: string; readonly file: ReplaceFile; readonly ticked: boolean }
  | { readonly kind: 'stays'; readonly key: string; readonly count: number; readonly isFolded: boolean }
  | { readonly kind: 'stay'; readonly key: string; readonly one: NotReplaced }

/** The key of the row above what cannot be replaced: no path is called so. */
const STAYS = ' stays'

interface Shown {
  readonly found: readonly ReplaceFile[]
  readonly cannot: readonly NotReplaced[]
  readonly breaks: Parameters<typeof breaksAt>[0]
  readonly left: ReadonlySet<string>
  readonly folded: ReadonlySet<string>
}

/** The lines of what would be replaced, file by file, and behind them what cannot be. */
export function replaceRows({ found, cannot, breaks, left, folded }: Shown): ReplaceRow[] {
  const files = found.flatMap((file): ReplaceRow[] => {
    const isFolded = folded.has(file.path)
    const first: ReplaceRow = { kind: 'file', key: file.path, file, isFolded, ticked: tickedOf(file, left) }
    if (isFolded) return [first]
    const isLeft = left.has(file.path)
    return [
      first,
      ...file.places.map((place) => {
        const key = placeKeyOf(file.path, place.n)
        return {
          kind: 'place',
          key,
          file,
          place,
          ticked: !isLeft && !left.has(key),
          breaks: breaksAt(breaks, file.path, place)
        } as const
      }),
      ...(file.more > 0 ? [{ kind: 'more', key: `${file.path} more`, file, ticked: !isLeft } as const] : [])
    ]
  })
  if (cannot.length === 0) return files
  const isFolded = folded.has(STAYS)
  return [
    ...files,
    { kind: 'stays', key: STAYS, count: cannot.length, isFolded },
    ...(isFolded
      ? []
      : cannot.map((one, index) => ({ kind: 'stay', key: `${STAYS} ${index}`, one }) as const))
  ]
}

function tickedOf(file: ReplaceFile, left: ReadonlySet<string>): boolean | 'mixed' {
  if (left.has(file.path)) return false
  const kept = file.places.filter(({ n }) => left.has(placeKeyOf(file.path, n))).length
  if (kept === 0) return true
  return kept === file.places.length && file.more === 0 ? false : 'mixed'
}

/** What stays once this row is ticked, or is not any more. */
export function toggled(row: ReplaceRow, left: ReadonlySet<string>): ReadonlySet<string> {
  if (row.kind === 'stays' || row.kind === 'stay') return left
  const next = new Set(left)
  const { path, places } = row.file
  const keys = places.map(({ n }) => placeKeyOf(path, n))
  if (row.kind === 'place') {
    // of a file that stayed, this place alone is taken
    if (next.delete(path)) for (const key of keys) next.add(key)
    if (!next.delete(row.key)) next.add(row.key)
    return next
  }
  for (const key of keys) next.delete(key)
  if (row.ticked === true) next.add(path)
  else next.delete(path)
  return next
}

/** What is to be replaced: files with the places that stay. */
export function chosenFiles(found: readonly ReplaceFile[], left: ReadonlySet<string>) {
  return found.flatMap((file) => {
    if (tickedOf(file, left) === false) return []
    const except = file.places.flatMap(({ n }) => (left.has(placeKeyOf(file.path, n)) ? [n] : []))
    return [
      { path: file.path, etag: file.etag, except, count: file.places.length - except.length + file.more }
    ]
  })
}
