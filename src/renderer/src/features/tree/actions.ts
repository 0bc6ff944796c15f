import {
  childOf,
  nameOf,
  parentOf,
  isWithin,
  splitName,
  type ContentPath,
  siteOf,
  topmost
} from '../../../../common/content/paths'
import { api, reasonOf, sentenceOf } from '../../api'
import { notifyFailure, notifyWithUndo } from '../../workbench/toast'
import { undoChange } from '../../documents/links/mend'
import { asLongWork } from '../../workbench/long-work'
import { undoable } from '../../workbench/undo'
import { openDocument } from '../../workbench/workbench'
import { askConflict } from './ask-conflict'
import { askAboutMove, askAboutRemoval } from './links/ask-links'
import type { LinkChoice } from './links/LinksDialog'
import { renameInConfigs } from './links/named-configs'
import { blankPage } from './blank-page'
import { besideName, copyName, fullName, type NamedKind } from '../../engines/tree/names'
import { entriesIn, type NewKind } from '../../engines/tree/tree-state'
import { loadFolder, reveal, setExpanded, tree, updateTree } from '../../engines/tree/tree-store'
import { numberText } from '../../components/formats'

/** Makes a page, JSON file or folder. Resolves to why it could not, in words, or null. */
export async function create(folder: ContentPath, what: NewKind, typed: string): Promise<string | null> {
  const path = childOf(folder, fullName(typed, what))
  try {
    if (what === 'folder') await api.createFolder(path)
    else await api.write(path, what === 'page' ? blankPage : '{}\n', { ifNoneMatch: '*' })
  } catch (error) {
    if (reasonOf(error) === 'precondition-failed') return `“${nameOf(path)}” is already here.`
    return sentenceOf(error)
  }
  await loadFolder(folder)
  await reveal(path)
  if (what === 'folder') setExpanded(path, true)
  else openDocument(path)
  return null
}

/** Gives a new name in the same folder. Resolves to why it could not, in words, or null. */
export const rename = undoable(renamed)

async function renamed(path: ContentPath, typed: string, kind: NamedKind): Promise<string | null> {
  const to = childOf(parentOf(path), fullName(typed, kind))
  if (to === path) return null
  const renaming = {
    title: `Renaming “${nameOf(path)}”`,
    stopped: `Stopped. “${nameOf(path)}” keeps its name.`
  }
  const links = await askAboutMove([{ from: path, to }], {
    title: `Rename “${nameOf(path)}” to “${nameOf(to)}”`,
    action: 'Rename',
    stopped: renaming.stopped
  })
  if (!links) return null
  try {
    const moved = await asLongWork(renaming, (operation) =>
      api.move(path, to, { operation, ...(links.follow && { follow: links.follow }) })
    )
    if (moved) {
      const configsBack = await renameInConfigs(links.configs ?? [], [{ from: path, to }])
      notifyWithUndo(`Renamed “${nameOf(path)}” to “${nameOf(to)}”${andLinks(links)}`, async () => {
        await takeBack({ ...moved, from: path, to })
        await configsBack()
      })
    }
  } catch (error) {
    return sentenceOf(error)
  }
  return null
}

/** Moves everything into the folder, asking when names are taken. */
export const moveInto = undoable(movedInto)

async function movedInto(paths: readonly ContentPath[], folder: ContentPath): Promise<void> {
  const moving = topmost(paths).filter((path) => parentOf(path) !== folder)
  const inside = moving.find((path) => isWithin(folder, path))
  if (inside) return notifyFailure('Not moved', `“${nameOf(inside)}” cannot be moved into itself.`)
  if (moving.length === 0) return
  const what = moving.length === 1 ? `“${nameOf(moving[0] ?? folder)}”` : counted(moving.length)
  const links = await askAboutMove(
    moving.map((from) => ({ from, to: childOf(folder, nameOf(from)) })),
    { title: `Move ${what} to “${nameOf(folder)}”`, action: 'Move', stopped: 'Stopped. Nothing was moved.' }
  )
  if (!links) return
  const done = await transfer(moving, folder, 'move', links)
  if (done.length === 0) return
  const configsBack = await renameInConfigs(links.configs ?? [], done)
  notifyWithUndo(`Moved ${counted(done.length)} to “${nameOf(folder)}”${andLinks(links)}`, async () => {
    for (const one of [...done].reverse()) await takeBack(one)
    await configsBack()
  })
}

/** Copies everything into the folder; beside its original a copy is called `-copy`. */
export const copyInto = undoable(copiedInto)

async function copiedInto(paths: readonly ContentPath[], folder: ContentPath): Promise<void> {
  const inside = topmost(paths).find((path) => isWithin(folder, path))
  if (inside && parentOf(inside) !== folder) {
    return notifyFailure('Not copied', `“${nameOf(inside)}” cannot be copied into itself.`)
  }
  const done = await transfer(topmost(paths), folder, 'copy')
  if (done.length === 0) return
  const last = done.at(-1)
  if (last) void reveal(last.to)
  notifyWithUndo(`Copied ${counted(done.length)}`, async () => {
    for (const { to } of done) await toTrash(to).catch(failed('The copy could not be removed'))
  })
}

export async function duplicate(paths: readonly ContentPath[]): Promise<void> {
  for (const path of topmost(paths)) await copyInto([path], parentOf(path))
}

/** Into the trash, with a way back. */
export const remove = undoable(removed)

async function removed(paths: readonly ContentPath[]): Promise<void> {
  const gone: { path: ContentPath; trashId: string }[] = []
  if (!(await askAboutRemoval(topmost(paths)))) return
  for (const path of topmost(paths)) {
    try {
      const trashId = await toTrash(path)
      if (trashId === null) break
      gone.push({ path, trashId })
    } catch (error) {
      if (reasonOf(error) !== 'not-found')
        notifyFailure(`“${nameOf(path)}” was not deleted`, sentenceOf(error))
    }
  }
  const first = gone[0]
  if (!first) return
  const what = gone.length === 1 ? `“${nameOf(first.path)}”` : counted(gone.length)
  notifyWithUndo(`Moved ${what} to the trash`, async () => {
    for (const { path, trashId } of [...gone].reverse()) {
      await api.restoreFromTrash(siteOf(path), trashId).catch(failed(`“${nameOf(path)}” was not restored`))
    }
    void reveal(first.path)
  })
}

export function take(mode: 'cut' | 'copy', paths: readonly ContentPath[]): void {
  updateTree((state) => ({ ...state, clipboard: { mode, paths: topmost(paths) } }))
  void navigator.clipboard?.writeText(paths.join('\n')).catch(() => {})
}

export async function paste(folder: ContentPath): Promise<void> {
  const clipboard = tree().clipboard
  if (!clipboard) return
  if (clipboard.mode === 'copy') return copyInto(clipboard.paths, folder)
  updateTree((state) => ({ ...state, clipboard: null }))
  await moveInto(clipboard.paths, folder)
}

interface Transferred {
  readonly from: ContentPath
  readonly to: ContentPath
  /** What takes it back together with the links that went along. */
  readonly change?: string
}

async function transfer(
  paths: readonly ContentPath[],
  folder: ContentPath,
  mode: 'move' | 'copy',
  links: LinkChoice = {}
): Promise<Transferred[]> {
  await loadFolder(folder)
  const taken = new Set(entriesIn(tree(), folder).map((entry) => entry.name))
  const done: Transferred[] = []
  for (const from of paths) {
    const beside = mode === 'copy' && parentOf(from) === folder
    const wanted = childOf(folder, beside ? copyName(nameOf(from), taken) : nameOf(from))
    const went = await transferOne(from, wanted, mode, taken, links)
    if (went === 'stop') break
    if (went === null) continue
    taken.add(nameOf(went.to))
    done.push(went)
  }
  return done
}

async function transferOne(
  from: ContentPath,
  to: ContentPath,
  mode: 'move' | 'copy',
  taken: ReadonlySet<string>,
  links: LinkChoice
): Promise<Transferred | 'stop' | null> {
  const [doing, did] = mode === 'move' ? ['Moving', 'moved'] : ['Copying', 'copied']
  const work = {
    title: `${doing} “${nameOf(from)}”`,
    stopped: `Stopped. Nothing of “${nameOf(from)}” was ${did}.`
  }
  const run = async (target: ContentPath, overwrite: boolean): Promise<Transferred | 'stop'> => {
    const transfer = mode === 'move' ? api.move : api.copy
    const ended = await asLongWork(work, (operation) =>
      transfer(from, target, { overwrite, operation, ...(links.follow && { follow: links.follow }) })
    )
    return ended ? { ...ended, from, to: target } : 'stop'
  }
  try {
    return await run(to, false)
  } catch (error) {
    const reason = reasonOf(error)
    if (reason !== 'exists' && reason !== 'name-clash') {
      notifyFailure(`“${nameOf(from)}” was not ${did}`, sentenceOf(error))
      return null
    }
  }
  const choice = await askConflict([nameOf(to)], { replace: splitName(nameOf(to)).ext !== '' })
  if (choice === null) return 'stop'
  if (choice === 'skip') return null
  const target = choice === 'replace' ? to : childOf(parentOf(to), besideName(nameOf(to), taken))
  try {
    return await run(target, choice === 'replace')
  } catch (error) {
    notifyFailure(`“${nameOf(from)}” was not ${did}`, sentenceOf(error))
    return null
  }
}

/** @returns the id in the trash; null when the person stopped it */
function toTrash(path: ContentPath): Promise<string | null> {
  const work = {
    title: `Deleting “${nameOf(path)}”`,
    stopped: `Stopped. Nothing of “${nameOf(path)}” was deleted.`
  }
  return asLongWork(work, (operation) => api.remove(path, { operation }))
}

/** Back to where it was, with the links that went along. */
async function takeBack({ from, to, change }: Transferred): Promise<void> {
  if (change === undefined) return backTo(to, from)
  return undoChange(change)
}

async function backTo(from: ContentPath, to: ContentPath): Promise<void> {
  const work = {
    title: `Moving “${nameOf(to)}” back`,
    stopped: `Stopped. “${nameOf(from)}” stays where it is.`
  }
  await asLongWork(work, (operation) => api.move(from, to, { operation })).catch(
    failed('It could not be undone')
  )
}

const andLinks = ({ follow }: LinkChoice) => (follow ? ', and updated the links' : '')
const failed = (title: string) => (error: unknown) => notifyFailure(title, sentenceOf(error))
const counted = (count: number) => (count === 1 ? '1 item' : `${numberText(count)} items`)
