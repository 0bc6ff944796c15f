import { createHash } from 'node:crypto'
import { hasVersions, kindOf } from '../../common/formats/files'
import {
  contentPath,
  isWithin,
  isWithinAny,
  nameOf,
  segmentsOf,
  siteOf,
  splitName,
  type ContentPath
} from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { LinkPlanAnswer } from '../../common/links/answers'
import { concernedKeys } from '../../common/links/concerned'
import type { FoundLink } from '../../common/links/facts'
import { movedBy, type Move } from '../../common/links/moved'
import { planLinks, type LinkDocument, type LinkEdits, type LinkLeft } from '../../common/links/plan'
import { isRedirectSheet } from '../../common/links/places'
import { lineStarts, placeIn } from '../../common/checks/lines'
import { webPathOf } from '../../common/publishing/addresses'
import { etagOf } from '../http/entity-tags'
import type { Edit, Store } from '../store/types'
import type { Asking } from './asking'
import type { Graph } from './graph'
import { sideBySide } from '../../common/side-by-side'
import { titleOf } from './document-links'
import { isOwnThing, type KnownFile } from './link-index'

/** A plan with the bytes that carry it out. */
export interface CarriedPlan {
  readonly answer: Omit<LinkPlanAnswer, 'redirects' | 'naming' | 'rights' | 'from'>
  readonly edits: readonly Edit[]
  /** How many addresses are written anew. */
  readonly links: number
}

interface PlanOptions {
  readonly moves: readonly Move[]
  /** Documents, or single addresses as `path` and number, that stay as they are. */
  readonly except?: ReadonlySet<string>
  /** What a move changes in a document by itself, before its links are looked at. */
  readonly prepared?: ReadonlyMap<ContentPath, Uint8Array>
}

/** Documents that are read at the same time. */
const AT_ONCE = 16

/** How many documents may be read for one plan: their sources are in memory together. */
const MOST_BYTES = 256 * 1024 * 1024

/**
 * What a move has to write so that every link leads where it led (LK2, LK5). Only documents that the caller may
 * write are changed; those that they may only read are told, and of others nothing is said.
 * @throws GalleyError too-large
 */
export async function plannedMove(
  { graph, may }: Asking,
  store: Store,
  { moves, except = new Set(), prepared = new Map() }: PlanOptions
): Promise<CarriedPlan> {
  const { hosts, redirects } = graph
  const files = filesOf(graph, moves)
  const keys = concernedKeys({ moved: movedBy(moves), files, redirects, hosts })
  const moving = new Set(files)
  const paths = new Set<ContentPath>(graph.linksTo(keys).map(({ from }) => from.path))
  for (const path of files) if (graph.files.get(path)?.facts) paths.add(path)
  const sheetPaths = [...graph.files.keys()]
    .filter(
      (path) =>
        isRedirectSheet(path) ||
        moves.some(
          ({ from, to }) => isWithin(path, from) && isRedirectSheet(contentPath(to + path.slice(from.length)))
        )
    )
    .sort()
  const hashes = new Map<ContentPath, string>()
  const unwritten = new Set<ContentPath>()
  let size = 0
  const read = async (path: ContentPath): Promise<LinkDocument[]> => {
    const found = hasVersions(splitName(nameOf(path)).ext) ? await store.read(path) : null
    if (!found) return []
    size += found.bytes.length
    if (size > MOST_BYTES)
      throw new GalleyError(
        'too-large',
        'More documents link to this than can be changed at once. Move it in parts.'
      )
    const bytes = prepared.get(path) ?? found.bytes
    const text = decoded(bytes)
    const { hash } = found.entry
    hashes.set(path, hash)
    // what is not UTF-8 cannot be written again without loss
    if (text === null) unwritten.add(path)
    if (text === null) return [{ path, text: new TextDecoder().decode(bytes) }]
    return [{ path, text, known: prepared.has(path) ? undefined : linksIn(graph.files.get(path), hash) }]
  }
  const readAll = async (all: readonly ContentPath[]): Promise<LinkDocument[]> => {
    const found = new Map<ContentPath, LinkDocument[]>()
    await sideBySide(all, AT_ONCE, async (path) => found.set(path, await read(path)))
    return all.flatMap((path) => found.get(path) ?? [])
  }
  const sheets = await readAll(sheetPaths)
  const isSheet = new Set(sheets.map(({ path }) => path))
  const documents = await readAll([...paths].filter((path) => !isSheet.has(path)).sort())

  const isKept = (path: ContentPath, n: number) =>
    except.has(path) ||
    except.has(`${path} ${n}`) ||
    unwritten.has(path) ||
    !may('write', path) ||
    (moving.has(path) && !may('write', movedBy(moves)(path)))
  const common = {
    moves,
    files,
    has: graph.world.has,
    ...(graph.world.spelled && { spelled: graph.world.spelled }),
    hosts,
    sheets,
    documents
  }
  const plan = planLinks({ ...common, isKept })
  /** What would be written in such documents, if it could. */
  const wouldBe = (isMeant: (path: ContentPath) => boolean) =>
    documents.concat(sheets).some(({ path }) => isMeant(path) && may('read', path))
      ? planLinks({ ...common, isKept: (path) => !isMeant(path) || !may('read', path) }).files
      : []
  const lossy = wouldBe((path) => unwritten.has(path) && may('write', path))
  const forbidden = wouldBe((path) => !may('write', path))
  const texts = new Map(documents.concat(sheets).map(({ path, text }) => [path, text]))
  const told = [...plan.files]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map((file) => shownFile(file, graph.files.get(file.path), hashes.get(file.path) ?? '', texts))
  const cannot = [
    ...plan.left.filter(({ path }) => may('read', path)).map((left) => shownLeft(left, texts)),
    ...lossy.flatMap((file) => shownUndone(file, 'written', texts)),
    ...forbidden.flatMap((file) => shownUndone(file, 'forbidden', texts))
  ]
  const edits = new Map<ContentPath, Edit>()
  for (const [path, to] of prepared) {
    const from = graph.files.get(path)?.hash
    if (from !== undefined) edits.set(path, { path, from: hashes.get(path) ?? from, to })
  }
  for (const { path, text } of plan.files)
    edits.set(path, { path, from: hashes.get(path) ?? '', to: encoder.encode(text) })
  return {
    answer: { plan: nameOfPlan(moves, told), files: told, cannot },
    edits: [...edits.values()],
    links: plan.files.reduce((sum, file) => sum + file.edits.length, 0)
  }
}

/** The addresses of a page as the index found them, if it read these very bytes. */
function linksIn(file: KnownFile | undefined, hash: string): readonly FoundLink[] | undefined {
  const isPage = file !== undefined && kindOf(splitName(nameOf(file.path)).ext) === 'html'
  return isPage && file.hash === hash && file.facts?.complete ? file.facts.links : undefined
}

const encoder = new TextEncoder()

/** Null for what is not UTF-8. A mark at its beginning stays. */
function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function shownFile(
  { path, edits }: LinkEdits,
  known: Parameters<typeof titleOf>[0],
  hash: string,
  texts: ReadonlyMap<ContentPath, string>
) {
  const lines = lineStarts(texts.get(path) ?? '')
  return {
    path,
    title: titleOf(known),
    etag: etagOf(hash),
    edits: edits.map(({ n, start, before, after, target }) => ({
      n,
      line: placeIn(lines, start).line,
      before,
      after,
      target
    }))
  }
}

const shownUndone = (
  { path, edits }: LinkEdits,
  why: 'written' | 'forbidden',
  texts: ReadonlyMap<ContentPath, string>
) =>
  edits.map(({ n, before, target }) => ({
    ...shownLeft({ path, n, written: before, target, why: 'taken' }, texts),
    why
  }))

const shownLeft = ({ path, n, written, target, why }: LinkLeft, texts: ReadonlyMap<ContentPath, string>) => ({
  path,
  n,
  line: lineOf(texts.get(path) ?? '', written),
  written,
  target,
  why
})

const lineOf = (text: string, written: string) => {
  const at = text.indexOf(written)
  return at < 0 ? 1 : placeIn(lineStarts(text), at).line
}

/** The same plan has the same name: what is in it is all that counts. */
const nameOfPlan = (moves: readonly Move[], files: CarriedPlan['answer']['files']): string =>
  createHash('sha256')
    .update(JSON.stringify([moves, files.map(({ path, etag, edits }) => [path, etag, edits])]))
    .digest('hex')
    .slice(0, 32)

/** Rows that would lead the readers of what is published from the old address to the new one. */
export async function offeredRedirects(
  { graph, may }: Asking,
  store: Store,
  moves: readonly Move[]
): Promise<{ source: string; destination: string }[]> {
  const moved = movedBy(moves)
  const found: { source: string; destination: string }[] = []
  const files = filesOf(graph, moves)
  const taken = new Set(files.map((path) => webPathOf(moved(path))))
  for (const path of files) {
    if (found.length >= MOST_ROWS) break
    const to = moved(path)
    if (segmentsOf(path).length < 3 || isOwnThing(path) || siteOf(path) !== siteOf(to) || !may('read', path))
      continue
    const [source, destination] = [webPathOf(path), webPathOf(to)]
    if (source === destination || taken.has(source)) continue
    if (await store.published.get('live', path)) found.push({ source, destination })
  }
  return found
}

const MOST_ROWS = 1000

/** What lies at or below the places that are moved, by its path. */
function filesOf({ files }: Graph, moves: readonly Move[]): ContentPath[] {
  const places = new Set(moves.map(({ from }) => from))
  return [...files.keys()].filter((path) => isWithinAny(path, places)).sort()
}
