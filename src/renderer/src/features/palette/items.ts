import type { ContentPath } from '../../../../common/content/paths'
import { hitKey, type SearchHit } from '../../../../common/search/answer'
import { allCommands, type Command } from '../../workbench/commands/commands'
import { workbench, activeTab, subscribeWorkbench } from '../../workbench/workbench'
import { tree } from '../../engines/tree/tree-store'
import type { TreeEntry } from '../../engines/tree/entries'
import { knownFiles, type TreeState } from '../../engines/tree/tree-state'
import { contentFor } from './content'
import type { PaletteMode } from './palette-state'
import { best, fit } from './search'

/** One line of the palette. */
export type PaletteItem =
  | { readonly kind: 'file'; readonly key: string; readonly file: TreeEntry }
  | { readonly kind: 'command'; readonly key: string; readonly command: Command }
  | { readonly kind: 'content'; readonly key: string; readonly hit: SearchHit }
  /** All that says it, in a panel of its own. */
  | { readonly kind: 'all'; readonly key: string; readonly query: string }

const FILES = 30
const RECENT = 6
const COMMANDS = 12

/**
 * What the typed words select at this moment, best first: files, commands that can run, then what says them:
 * it comes last, so that nothing moves when it does. Before a word is typed, the files that were in front
 * lately.
 */
export function paletteItems(query: string, mode: PaletteMode): PaletteItem[] {
  const withCommands = mode === 'all'
  const open = new Set(workbench().tabs.map((tab) => tab.path))
  const preference = (path: ContentPath) => (query === '' ? lateness(path) : open.has(path) ? 5 : 0)
  const files = best(
    filesOf(tree()),
    (file) => {
      const score = fit(query, file.name, file.path)
      return score === 0 ? 0 : score + preference(file.path)
    },
    query === '' && withCommands ? RECENT : FILES
  )
  const commands = withCommands
    ? best(
        allCommands().filter((command) => command.enabled?.() !== false),
        (command) => fit(query, command.title, command.group),
        query === '' ? allCommands().length : COMMANDS
      )
    : []
  const said = withCommands ? contentFor(query) : []
  return [
    ...files.map((file) => ({ kind: 'file', key: file.path, file }) as const),
    ...commands.map((command) => ({ kind: 'command', key: command.id, command }) as const),
    ...said.map(
      (hit) => ({ kind: 'content', key: `in:${hit.path}:${hit.kind}:${hitKey(hit)}`, hit }) as const
    ),
    ...(said.length > 0 ? [{ kind: 'all', key: 'all', query: query.trim() } as const] : [])
  ]
}

/** The line that Enter takes: the chosen one while it is there, else the first. */
export function takenByEnter(items: readonly PaletteItem[], chosen: string | null): PaletteItem | undefined {
  return items.find(({ key }) => key === chosen) ?? items[0]
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

const MOST = 50

/** Documents of this run, the one that was in front last at the beginning. */
let fronts: readonly ContentPath[] = []

function note(): void {
  const tab = activeTab(workbench())
  if (tab?.kind !== 'document' || tab.path === fronts[0]) return
  fronts = [tab.path, ...fronts.filter((path) => path !== tab.path)].slice(0, MOST)
}

note()
subscribeWorkbench(note)

/**
 * How lately a document was in front: more is later, 0 is never. The one in front now comes after the others:
 * nobody looks for it.
 */
function lateness(path: ContentPath): number {
  const at = fronts.indexOf(path)
  if (at < 0) return 0
  const tab = activeTab(workbench())
  return tab?.kind === 'document' && tab.path === path ? 1 : MOST + 1 - at
}
