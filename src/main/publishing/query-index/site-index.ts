import { setTimeout as sleep } from 'node:timers/promises'
import { sideBySide } from '../../../common/side-by-side'
import type { ContentPath } from '../../../common/content/paths'
import { GalleyError, sentence } from '../../../common/errors'
import { DEFINITION_FILE, type Definition } from '../../../common/query-index'
import type { PublishedState } from '../../store/types'
import type { PublishingParts } from '../parts'
import { takingTurns } from '../../system/turns'
import type { SiteSheets } from '../site-sheets'
import { basisOf, entryFrom, isIndexed, sourcePage, tagOfDefinition, type IndexEntry } from './entries'
import { indexRecords, type DefinitionInForce } from './index-records'
import type { IndexWork } from './index-work'
import { sourceDefinition, type SourceDefinition } from './source-definition'

interface SiteIndexParts {
  readonly context: PublishingParts
  readonly sheets: SiteSheets
  readonly work: IndexWork
  /** Told when files of the index have changed. */
  readonly changed: (site: ContentPath, targets: readonly string[]) => void
}

/** What is made of a site's definition and its live pages. */
export interface MadeIndex {
  readonly definition: Definition
  readonly force: DefinitionInForce
  readonly entries: ReadonlyMap<ContentPath, IndexEntry>
  /** Counts up with every change of a row. */
  readonly version: number
}

/** Pages to look at again: those named, or every one. */
export type Wanted = ReadonlySet<ContentPath> | 'all'

interface UpdateOptions {
  /** Reads pages also when nothing that their rows depend on has changed. */
  readonly force?: boolean
  /** Takes the index away when the source has no definition any more. */
  readonly asked?: boolean
  readonly onStart?: (pages: number) => void
  readonly onPage?: (entry: IndexEntry) => void
  readonly signal?: AbortSignal
}

/** The index of one site: always made from what is live, by the definition in force (U3). */
export interface SiteIndex {
  /** Null: there is no definition in force. Undefined: it is being made for the first time. */
  made(): MadeIndex | null | undefined
  /** The source's definition as it is now; null when there is none. */
  source(): Promise<SourceDefinition | null>
  /** Brings rows up to date, one update after another. Resolves to what they are made of. */
  update(wanted: Wanted, options?: UpdateOptions): Promise<MadeIndex | null>
  /**
   * Takes the rows of one page out, until it is published again or the index is made anew. The caller has
   * asked for `made` before.
   * @returns false when it has none
   */
  remove(file: ContentPath): Promise<boolean>
  /** Resolves when nothing is to be done, or after so many milliseconds. */
  settled(ms: number): Promise<void>
  /** Forgets everything, on the disk too. */
  clear(): Promise<void>
}

export function openSiteIndex(parts: SiteIndexParts, site: ContentPath): SiteIndex {
  const { store, report } = parts.context
  const { work } = parts
  const records = indexRecords(store, site)
  let made: MadeIndex | null | undefined
  let loaded = false
  let queue: Promise<unknown> = Promise.resolve()
  let pending = 0

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    pending++
    const done = queue.then(work).finally(() => pending--)
    queue = done.catch(() => undefined)
    return done
  }

  async function load(): Promise<void> {
    const { definition: force, entries } = await records.load()
    const definition = force && (await work.definition(force.text)).definition
    made =
      force && definition
        ? { definition, force, entries: new Map(entries.map((entry) => [entry.file, entry])), version: 1 }
        : null
    loaded = true
  }

  /** The source's definition takes force when it is good; one that is gone or wrong leaves the last. */
  async function definitionNow(
    asked: boolean
  ): Promise<{ definition: Definition; force: DefinitionInForce } | null> {
    const current = made ?? null
    const found = await sourceDefinition(store, site, work, current?.force.text)
    if (!found) {
      // a site that is gone, or was moved, has no index of nothing
      if (!current || asked) return null
      return (await store.published.any('live', site)) ? current : null
    }
    const { text, definition } = found
    if (current?.force.text === text) return current
    if (text === null || !definition) return current
    const now = Date.now()
    const force = { site, text, at: now, changedAt: now }
    await records.putDefinition(force)
    return { definition, force }
  }

  async function run(wanted: Wanted, options: UpdateOptions): Promise<MadeIndex | null> {
    const first = !loaded
    if (first) await load()
    const before = made ?? null
    try {
      return await remake(before, first, wanted, options)
    } finally {
      if (made === undefined) made = before
    }
  }

  async function remake(
    before: MadeIndex | null,
    first: boolean,
    wanted: Wanted,
    options: UpdateOptions
  ): Promise<MadeIndex | null> {
    const next = await definitionNow(options.asked === true)
    if (!next) {
      if (before) await forget(before)
      return (made = null)
    }
    if (!before) made = undefined
    const anew = first || next.force !== before?.force
    const states = await statesOf(anew ? 'all' : wanted)
    const tag = tagOfDefinition(next.definition)
    const rules = await parts.sheets.of('live', site)
    const entries = new Map(before?.entries)
    const stale: { readonly state: PublishedState; readonly basis: string }[] = []
    const touched: ContentPath[] = []
    const turn = takingTurns()
    for (const [file, state] of states) {
      await turn()
      if (!state || !isIndexed(state)) {
        if (entries.delete(file)) touched.push(file)
        continue
      }
      const basis = basisOf(tag, rules.pages.tag, state)
      if (options.force === true || entries.get(file)?.basis !== basis) stale.push({ state, basis })
    }
    if (anew || wanted === 'all')
      for (const file of entries.keys()) if (!states.has(file) && entries.delete(file)) touched.push(file)
    options.onStart?.(stale.length)
    const urgent = stale.length <= FEW
    let unsaved: ContentPath[] = []
    const save = async () => {
      const files = unsaved
      unsaved = []
      // what is lost of this is read again from the page
      await records.putEntries(files, entries).catch((error: unknown) => report(error))
    }
    await sideBySide(stale, AT_ONCE, async ({ state, basis }) => {
      if (options.signal?.aborted) return
      // read while a worker is at another one, which would wait for the disk otherwise
      const reading = sourcePage(store, state, rules)
      reading.catch(() => undefined)
      const page = await work.page(next.definition.indices, state.size, () => reading, urgent)
      const entry = entryFrom(state.path, basis, page)
      entries.set(state.path, entry)
      touched.push(state.path)
      unsaved.push(state.path)
      options.onPage?.(entry)
      if (unsaved.length >= SAVED_TOGETHER) await save()
    })
    unsaved.push(...touched.filter((file) => !entries.has(file)))
    await save()
    if (options.signal?.aborted) return before
    if (touched.length === 0 && !anew) return before
    const changedAt = touched.length > 0 ? Date.now() : next.force.changedAt
    made = {
      definition: next.definition,
      force: { ...next.force, changedAt },
      entries,
      version: (before?.version ?? 0) + 1
    }
    if (touched.length > 0) await records.putDefinition(made.force)
    if (!first || touched.length > 0)
      parts.changed(
        site,
        next.definition.indices.map(({ target }) => target)
      )
    return made
  }

  async function forget(before: MadeIndex): Promise<void> {
    await records.clear()
    parts.changed(
      site,
      before.definition.indices.map(({ target }) => target)
    )
  }

  async function statesOf(wanted: Wanted): Promise<Map<ContentPath, PublishedState | null>> {
    if (wanted === 'all')
      return new Map((await store.published.list('live', site)).map((state) => [state.path, state]))
    const found = new Map<ContentPath, PublishedState | null>()
    for (const path of wanted) found.set(path, await store.published.get('live', path))
    return found
  }

  return {
    made: () => made,
    source: () => sourceDefinition(store, site, work),
    update: (wanted, options = {}) => inTurn(() => run(wanted, options)),
    remove: (file) =>
      inTurn(async () => {
        const entry = made?.entries.get(file)
        if (!made || !entry || Object.keys(entry.rows).length === 0) return false
        const { definition, version } = made
        // its basis stays: nothing of what the row depended on has changed, so nothing brings it back by
        // itself
        const entries = new Map(made.entries).set(file, { ...entry, rows: {}, warnings: [] })
        const force = { ...made.force, changedAt: Date.now() }
        await records.putEntries([file], entries)
        await records.putDefinition(force)
        made = { definition, force, entries, version: version + 1 }
        const had = definition.indices.filter(({ name }) => entry.rows[name] !== undefined)
        parts.changed(
          site,
          had.map(({ target }) => target)
        )
        return true
      }),
    async settled(ms) {
      if (pending > 0) await Promise.race([queue, sleep(ms, undefined, { ref: false })])
    },
    clear: () =>
      inTurn(async () => {
        made = null
        await records.clear()
      })
  }
}

const AT_ONCE = 4
const FEW = 20
const SAVED_TOGETHER = 50

/** For a site that has none, where one is asked about. */
export const noIndex = (site: ContentPath): GalleyError =>
  new GalleyError(
    'not-found',
    sentence`This site has no index: there is no good ${{ file: DEFINITION_FILE }} in its root.`,
    {
      where: `${site}/${DEFINITION_FILE}`
    }
  )
