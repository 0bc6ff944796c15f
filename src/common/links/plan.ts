import { withinBounds } from '../bounds'
import type { ContentPath } from '../content/paths'
import { parseJson } from '../json'
import { siteFolder } from '../publishing/addresses'
import { redirectsIn, type Redirects } from '../publishing/redirects'
import { readSheets } from '../publishing/sheets'
import type { HostNames } from './address'
import { withValues, type NewValue } from './edit'
import type { FoundLink } from './facts'
import { spellingsIn } from './keys'
import type { World } from './meaning'
import { areWrittenPlainly, knownPlaces } from './known-places'
import { hasAfter, movedBy, type Move } from './moved'
import type { LinkPlace } from './place'
import { isRedirectSheet, placesIn } from './places'
import { rewritten, type TwoWorlds, type Unsaid } from './rewrite'

/** A document whose links may have to change. */
export interface LinkDocument {
  /** Before the move. */
  readonly path: ContentPath
  readonly text: string
  /** All addresses of a page, where they were found in this very text before: then it need not be read again. */
  readonly known?: readonly FoundLink[] | undefined
}

/** What happens to the addresses of one document. */
export interface LinkEdits {
  readonly path: ContentPath
  /** The whole source afterwards. */
  readonly text: string
  readonly edits: readonly LinkEdit[]
}

interface LinkEdit {
  /** Which address of the document, counted from 0 in the order of its source. */
  readonly n: number
  /** Where it stands in the source before. */
  readonly start: number
  readonly before: string
  readonly after: string
  /** What it leads to, by its path afterwards. */
  readonly target: ContentPath
}

/** An address that leads elsewhere afterwards, and cannot be mended. */
export interface LinkLeft {
  readonly path: ContentPath
  readonly n: number
  readonly written: string
  readonly target: ContentPath
  readonly why: Unsaid
}

export interface LinkPlan {
  readonly files: readonly LinkEdits[]
  readonly left: readonly LinkLeft[]
}

interface Planned {
  readonly moves: readonly Move[]
  /** Every file that moves, by its path before. */
  readonly files: readonly ContentPath[]
  readonly has: World['has']
  readonly spelled?: World['spelled']
  readonly hosts: HostNames
  /** The redirect sheets of all sites that an address may ask for. */
  readonly sheets: readonly LinkDocument[]
  /** Every other document that the move may concern (`concernedKeys`). */
  readonly documents: Iterable<LinkDocument>
  /** Addresses that stay as they are: asked by document and number. */
  readonly isKept?: (path: ContentPath, n: number) => boolean
}

/** Rounds of redirects that lead to each other: each settles a hop. */
const MOST_ROUNDS = 8

/**
 * What has to be written so that every link leads to the same document after moves (LK2, LK3). Redirects first,
 * until no row changes any more, and not again: the links of all else are resolved in the site as it will be.
 * A document beyond the bounds has no links.
 */
export function planLinks(planned: Planned): LinkPlan {
  const { moves, hosts, sheets, documents, isKept } = planned
  const moved = movedBy(moves)
  const { has, spelled } = planned
  const before: World = {
    has,
    hosts,
    redirects: redirectsOf(sheets, (path) => path),
    ...(spelled && { spelled })
  }
  const there = {
    has: hasAfter(moves, has),
    hosts,
    ...(spelled && { spelled: spelledAfter(planned, spelled) })
  }
  let texts = sheets
  let rows: LinkPlan = { files: [], left: [] }
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const after: World = { ...there, redirects: redirectsOf(texts, moved) }
    rows = planFor(sheets, { before, after, moved }, isKept, rows)
    const next = sheets.map(({ path, text }) => ({
      path,
      text: rows.files.find((file) => file.path === path)?.text ?? text
    }))
    const isSettled = next.every(({ text }, at) => text === texts[at]?.text)
    texts = next
    if (isSettled) break
  }
  const after: World = { ...there, redirects: redirectsOf(texts, moved) }
  const all = planFor(documents, { before, after, moved }, isKept)
  return { files: [...rows.files, ...all.files], left: [...rows.left, ...all.left] }
}

function spelledAfter(
  { moves, files }: Planned,
  spelled: NonNullable<World['spelled']>
): NonNullable<World['spelled']> {
  const moved = movedBy(moves)
  const came = spellingsIn(files.map(moved))
  return (path) => {
    const before = spelled(path)
    const stays = before !== null && moved(before) === before ? before : null
    const other = came(path)
    return stays && other ? null : (stays ?? other)
  }
}

function planFor(
  documents: Iterable<LinkDocument>,
  worlds: TwoWorlds,
  isKept: Planned['isKept'] = () => false,
  former?: LinkPlan
): LinkPlan {
  const files: LinkEdits[] = []
  const left: LinkLeft[] = []
  for (const document of documents) {
    const found =
      plannedAsKnown(document, worlds, isKept) ??
      withinBounds(() => plannedAsRead(document, worlds, isKept, former))
    if (!found) continue
    left.push(...found.left)
    if (found.written.edits.length > 0) files.push(found.written)
  }
  return { files, left }
}

type IsKept = NonNullable<Planned['isKept']>

interface PlannedDocument {
  readonly written: LinkEdits
  readonly left: readonly LinkLeft[]
}

/** Null where the page has to be read: its addresses are not known, or one of them is not as plain as most are. */
function plannedAsKnown(
  { path, text, known }: LinkDocument,
  worlds: TwoWorlds,
  isKept: IsKept
): PlannedDocument | null {
  if (!known) return null
  const { changes, left } = changesOf(path, knownPlaces(text, known), worlds, isKept)
  if (left.length > 0 || !areWrittenPlainly(text, changes)) return null
  const written = changes.length === 0 ? text : withValues(text, changes)
  return { written: { path, text: written, edits: changes.map(plannedEdit) }, left }
}

function plannedAsRead(
  { path, text }: LinkDocument,
  worlds: TwoWorlds,
  isKept: IsKept,
  former: LinkPlan | undefined
): PlannedDocument {
  const places = placesIn(path, text)
  const formerEdits = former?.files.find((file) => file.path === path)?.edits
  const { changes, left } = changesOf(path, places, worlds, isKept, formerEdits)
  const written = safely(path, text, places, changes)
  for (const { n, before, target } of changes)
    if (!written.edits.some((edit) => edit.n === n))
      left.push({ path, n, written: before, target, why: 'written' })
  return { written, left }
}

/** What the addresses of a document have to say, and which cannot. */
function changesOf(
  path: ContentPath,
  places: readonly LinkPlace[],
  worlds: TwoWorlds,
  isKept: IsKept,
  formerEdits?: readonly LinkEdit[]
) {
  const changes: (NewValue & LinkEdit)[] = []
  const left: LinkLeft[] = []
  for (const [n, place] of places.entries()) {
    if (isKept(path, n)) continue
    const saidBefore = formerEdits?.find((edit) => edit.n === n)?.after
    const found = rewritten(place, path, worlds, saidBefore)
    const of = { n, before: place.value, start: place.at?.[0] ?? 0 }
    if (found.kind === 'new')
      changes.push({ ...of, place, value: found.value, after: found.value, target: found.target })
    if (found.kind === 'cannot')
      left.push({ path, n, written: place.value, target: found.target, why: found.why })
  }
  return { changes, left }
}

/**
 * The source with the new addresses, read again: every address says what it has to, and nothing else changed.
 * Else one by one; what cannot be written safely stays.
 */
function safely(
  path: ContentPath,
  source: string,
  places: readonly LinkPlace[],
  changes: readonly (NewValue & LinkEdit)[]
): LinkEdits {
  const isRight = (taken: readonly (NewValue & LinkEdit)[], text: string) => {
    const now = placesIn(path, text)
    const wanted = new Map(taken.map(({ n, value }) => [n, value]))
    return (
      now.length === places.length &&
      places.every(({ value }, n) => now[n]?.value === (wanted.get(n) ?? value))
    )
  }
  const all = changes.length === 0 ? source : withValues(source, changes)
  if (changes.length === 0 || isRight(changes, all))
    return { path, text: all, edits: changes.map(plannedEdit) }
  let [taken, text]: [(NewValue & LinkEdit)[], string] = [[], source]
  for (const change of changes) {
    const tried = [...taken, change]
    const written = withValues(source, tried)
    if (isRight(tried, written)) [taken, text] = [tried, written]
  }
  return { path, text, edits: taken.map(plannedEdit) }
}

const plannedEdit = ({ n, start, before, after, target }: LinkEdit): LinkEdit => ({
  n,
  start,
  before,
  after,
  target
})

/** The redirects of each site by the sheets that are there then. */
export function redirectsOf(
  sheets: readonly LinkDocument[],
  moved: (path: ContentPath) => ContentPath
): (site: ContentPath) => Redirects {
  const known = new Map<ContentPath, Redirects>()
  for (const { path, text } of sheets) {
    const place = moved(path)
    if (isRedirectSheet(place)) known.set(siteFolder(place), redirectRows(text))
  }
  return (site) => known.get(site) ?? none
}

const none: Redirects = new Map()

/** The redirects that a sheet says; none for what is no sheet. */
export function redirectRows(text: string): Redirects {
  try {
    return redirectsIn(readSheets(parseJson(text))?.sheets[0]?.rows ?? [])
  } catch {
    return none
  }
}
