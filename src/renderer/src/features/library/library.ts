import pLimit from 'p-limit'
import type { ServiceEvent } from '../../../../common/api/events'
import { childOf, nameOf, type ContentPath } from '../../../../common/content/paths'
import { api, onServiceEvent, reasonOf, sentenceOf } from '../../api'
import { createStore, useStore } from '../../state/store'
import { namedIn, type LibraryNames, type Named, type NamedKind } from './named'
import { samplesIn, type Sample } from './samples'
import { words } from './words'

/** What a site offers those who write its pages (VE18). */
interface Library {
  /** The site that it is of; null before the first is read. */
  readonly site: ContentPath | null
  readonly samples: readonly Sample[]
  readonly templates: readonly Named[]
  /** What is wrong with it, in sentences. */
  readonly problems: readonly string[]
}

/** A library is chosen from by a person. */
const MOST_PAGES = 200
const MOST_LISTS = 10
const LARGEST_SHEET = 1_000_000
const AT_ONCE = 4
/** In the root of a site, beside the sheet `library` of its config. */
const FILE = 'library.json'

const nothing: Library = { site: null, samples: [], templates: [], problems: [] }
const store = createStore<Library>(nothing)
let reading: Reading | null = null
let isHearing = false

interface Reading {
  readonly site: ContentPath
  /** What it is read from: when one of these changes, it is read again. */
  readonly from: Set<string>
  readonly done: Promise<Library>
}

export const libraryNow = (): Library => store.now()

export const useLibrary = (): Library => useStore(store)

/**
 * The library of a site, as far as this person may read it; read once, and again when something of it has
 * changed. What cannot be read is said in its problems.
 */
export function readLibrary(site: ContentPath): Promise<Library> {
  if (!isHearing) {
    isHearing = true
    onServiceEvent(hear)
  }
  if (reading?.site === site) return reading.done
  const from = new Set<string>([childOf(site, FILE)])
  const mine: Reading = {
    site,
    from,
    done: read(site, from).then((library) => {
      if (reading === mine) store.set(library)
      return library
    })
  }
  reading = mine
  if (store.now().site !== site) store.set(nothing)
  return mine.done
}

function hear(event: ServiceEvent): void {
  if (!reading) return
  const { site, from } = reading
  const isOfIt =
    (event.type === 'config' && event.path === site) ||
    (event.type === 'file' && [event.path, event.from ?? ''].some((path) => from.has(path)))
  if (!isOfIt) return
  reading = null
  void readLibrary(site)
}

async function read(site: ContentPath, from: Set<string>): Promise<Library> {
  const problems: string[] = []
  const found: LibraryNames[] = []
  const take = (names: LibraryNames | null, name: string) => {
    if (names === null) return void problems.push(words.noSheet(name))
    for (const address of names.elsewhere) problems.push(words.elsewhere(address))
    found.push(names)
  }
  await guarded(words.config, problems, async () => {
    const config = await api.config(site)
    if (config) take(namedIn(config.text, { site, sheet: 'library', kind: null }), words.config)
  })
  const readSheet = async (path: ContentPath, kind: NamedKind, isNamed: boolean) =>
    await guarded(
      nameOf(path),
      problems,
      async () => {
        const { size } = await api.head(path)
        if (size > LARGEST_SHEET) return void problems.push(words.tooLarge(nameOf(path)))
        const { text } = await api.read(path)
        take(namedIn(text, { site, kind }), nameOf(path))
      },
      isNamed
    )
  await readSheet(childOf(site, FILE), 'blocks', false)
  const lists = found.flatMap((names) => names.lists).filter(once(({ path }) => path))
  for (const { path, kind } of lists.slice(0, MOST_LISTS)) {
    if (from.has(path)) continue
    from.add(path)
    await readSheet(path, kind, true)
  }
  const pages = found.flatMap(({ blocks }) => blocks).filter(once(({ path }) => path))
  if (pages.length > MOST_PAGES) problems.push(words.tooMany(MOST_PAGES))
  const shown = pages.slice(0, MOST_PAGES)
  const limit = pLimit(AT_ONCE)
  for (const { path } of shown) from.add(path)
  return {
    site,
    samples: (await Promise.all(shown.map((page) => limit(() => samplesOf(page, problems))))).flat(),
    templates: found.flatMap(({ templates }) => templates).filter(once(({ path }) => path)),
    problems
  }
}

async function samplesOf(page: Named, problems: string[]): Promise<readonly Sample[]> {
  const name = nameOf(page.path)
  let samples: readonly Sample[] = []
  await guarded(
    name,
    problems,
    async () => {
      samples = samplesIn((await api.read(page.path)).text, page)
      if (samples.length === 0) problems.push(words.noBlocks(name))
    },
    true
  )
  return samples
}

/** @param isNamed that it is missing is a problem: something names it */
async function guarded(
  name: string,
  problems: string[],
  work: () => Promise<void>,
  isNamed = false
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const reason = reasonOf(error)
    // who may not read the config, or a site without this file, has no library of that kind
    if (!isNamed && (reason === 'not-found' || reason === 'forbidden')) return
    problems.push(words.unread(name, sentenceOf(error)))
  }
}

function once<T>(keyOf: (one: T) => string): (one: T) => boolean {
  const seen = new Set<string>()
  return (one) => !seen.has(keyOf(one)) && seen.add(keyOf(one)) !== undefined
}
