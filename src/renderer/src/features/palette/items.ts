import { isHidden, segmentsOf, type ContentPath } from '../../../../common/content/paths'
import { hitKey, type SearchHit } from '../../../../common/search/answer'
import { allCommands, type Command } from '../../workbench/commands/commands'
import { workbench, activeTab, subscribeWorkbench } from '../../workbench/workbench'
import { tree } from '../../engines/tree/tree-store'
import type { TreeEntry } from '../../engines/tree/entries'
import { knownFiles, type TreeState } from '../../engines/tree/tree-state'
import { contentFor } from './content'
import { isFavourite, noteRecent } from './kept-places'
import type { PaletteMode } from './palette-state'
import { favouritesThere, recentsThere } from './places-there'
import { best, fit } from './search'

/** One line of the palette. */
export type PaletteItem =
  | {
      readonly kind: 'file'
      readonly key: string
      /** A favourite can be a folder. */
      readonly file: TreeEntry
      readonly among: 'favourites' | 'recents' | 'files'
      /** Enter takes it when no other line was chosen. */
      readonly isNext: boolean
    }
  | { readonly kind: 'command'; readonly key: string; readonly command: Command }
  | { readonly kind: 'content'; readonly key: string; readonly hit: SearchHit }
  /** All that says it, in a panel of its own. */
  | { readonly kind: 'all'; readonly key: string; readonly query: string }

type FileItem = Extract<PaletteItem, { kind: 'file' }>

const FILES = 30
/** Before a word is typed, above the commands. */
const RECENT = 10
/** So many files there are above the commands at least, as far as there are any. */
const FEW = 6
const COMMANDS = 12

/**
 * What the typed words select at this moment, best first: files, commands that can run, then what says them:
 * it comes last, so that nothing moves when it does. Before a word is typed, the favourites, then the
 * documents that were in front lately.
 */
export function paletteItems(query: string, mode: PaletteMode): PaletteItem[] {
  const withCommands = mode === 'all'
  const files = query === '' ? placesFirst(mode) : named(query)
  const commands = withCommands
    ? best(
        allCommands().filter((command) => command.enabled?.() !== false),
        (command) => fit(query, command.title, command.group),
        query === '' ? allCommands().length : COMMANDS
      )
    : []
  const said = withCommands ? contentFor(query) : []
  return [
    ...files,
    ...commands.map((command) => ({ kind: 'command', key: command.id, command }) as const),
    ...said.map(
      (hit) => ({ kind: 'content', key: `in:${hit.path}:${hit.kind}:${hitKey(hit)}`, hit }) as const
    ),
    ...(said.length > 0 ? [{ kind: 'all', key: 'all', query: query.trim() } as const] : [])
  ]
}

const fileItem = (file: TreeEntry, among: FileItem['among'], isNext = false): FileItem => ({
  kind: 'file',
  key: file.path,
  file,
  among,
  isNext
})

/** Favourites can be found by their names whatever they are, and in whatever site. */
function named(query: string): FileItem[] {
  const open = new Set(workbench().tabs.map((tab) => tab.path))
  const files = filesOf(tree())
  const known = new Set(files.map(({ path }) => path))
  const others = favouritesThere().filter(({ path }) => !known.has(path))
  const preference = (path: ContentPath) => (open.has(path) || isFavourite(path) ? 5 : 0)
  const found = best(
    [...files, ...others],
    (file) => {
      const score = fit(query, file.name, file.path)
      return score === 0 ? 0 : score + preference(file.path)
    },
    FILES
  )
  return found.map((file) => fileItem(file, 'files'))
}

function placesFirst(mode: PaletteMode): FileItem[] {
  const favourites = favouritesThere()
  const lately = nextFirst(recentsThere())
  // whoever opens the palette and presses Enter goes back and forth between two documents
  const next = lately.find(({ path }) => path !== inFront())?.path
  const isListed = new Set(favourites.map(({ path }) => path))
  const recents = lately
    .filter(({ path }) => !isListed.has(path))
    .slice(0, mode === 'all' ? RECENT : undefined)
  for (const { path } of recents) isListed.add(path)
  const room = Math.max(0, (mode === 'all' ? FEW : FILES) - isListed.size)
  const rest = best(filesOf(tree()), ({ name, path }) => (isListed.has(path) ? 0 : fit('', name)), room)
  return [
    ...favourites.map((file) => fileItem(file, 'favourites', file.path === next)),
    ...recents.map((file) => fileItem(file, 'recents', file.path === next)),
    ...rest.map((file) => fileItem(file, 'files'))
  ]
}

/** The one in front now comes after the others: nobody looks for it. */
function nextFirst(recents: readonly TreeEntry[]): readonly TreeEntry[] {
  const front = inFront()
  return [...recents.filter(({ path }) => path !== front), ...recents.filter(({ path }) => path === front)]
}

/** The line that Enter takes: the chosen one while it is there, else the next document, else the first. */
export function takenByEnter(items: readonly PaletteItem[], chosen: string | null): PaletteItem | undefined {
  const isNext = (item: PaletteItem) => item.kind === 'file' && item.isNext
  return items.find(({ key }) => key === chosen) ?? items.find(isNext) ?? items[0]
}

/** The line so many steps on, round the ends. */
export function stepFrom(items: readonly PaletteItem[], chosen: string | null, step: number): string | null {
  const taken = takenByEnter(items, chosen)
  const at = taken ? items.indexOf(taken) + step : 0
  return items.at(at % Math.max(1, items.length))?.key ?? null
}

let listed: { readonly of: TreeState['folders']; readonly files: TreeEntry[] } | null = null

function filesOf(state: TreeState): TreeEntry[] {
  if (listed?.of !== state.folders) listed = { of: state.folders, files: knownFiles(state) }
  return listed.files
}

/** The document that is looked at. */
function inFront(): ContentPath | null {
  const tab = activeTab(workbench())
  return tab?.kind === 'document' ? tab.path : null
}

function note(): void {
  const path = inFront()
  // what lies in a dot folder is no place to go to (N4)
  if (path !== null && !segmentsOf(path).some(isHidden)) noteRecent(path)
}

note()
subscribeWorkbench(note)
