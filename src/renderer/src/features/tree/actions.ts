import {
  childOf,
  nameOf,
  parentOf,
  isWithin,
  splitName,
  type ContentPath,
  siteOf
} from '../../../../common/content/paths'
import { api, reasonOf, sentenceOf } from '../../api'
import { notifyFailure, notifyWithUndo } from '../../workbench/toast'
import { asLongWork } from '../../workbench/long-work'
import { openDocument } from '../../workbench/workbench'
import { askConflict } from './ask-conflict'
import { topmost } from '../../engines/tree/entries'
import { blankPage } from './blank-page'
import { besideName, copyName, fullName, type NamedKind } from './names'
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
export async function rename(path: ContentPath, typed: string, kind: NamedKind): Promise<string | null> {
  const to = childOf(parentOf(path), fullName(typed, kind))
  if (to === path) return null
  const renaming = {
    title: `Renaming “${nameOf(path)}”`,
    stopped: `Stopped. “${nameOf(path)}” keeps its name.`
  }
  try {
    if (!(await asLongWork(renaming, (operation) => api.move(path, to, { operation })))) return null
  } catch (error) {
    return sentenceOf(error)
  }
  notifyWithUndo(`Renamed “${nameOf(path)}” to “${nameOf(to)}”`, () => backTo(to, path))
  return null
}

/** Moves everything into the folder, asking when names are taken. */
export async function moveInto(paths: readonly ContentPath[], folder: ContentPath): Promise<void> {
  const moving = topmost(paths).filter((path) => parentOf(path) !== folder)
  const inside = moving.find((path) => isWithin(folder, path))
  if (inside) return notifyFailure('Not moved', `“${nameOf(inside)}” cannot be moved into itself.`)
  const done = await transfer(moving, folder, 'move')
  if (done.length === 0) return
  notifyWithUndo(`Moved ${counted(done.length)} to “${nameOf(folder)}”`, async () => {
    for (const { from, to } of [...done].reverse()) await backTo(to, from)
  })
}

/** Copies everything into the folder; beside its original a copy is called `-copy`. */
export async function copyInto(paths: readonly ContentPath[], folder: ContentPath): Promise<void> {
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
export async function remove(paths: readonly ContentPath[]): Promise<void> {
  const removed: { path: ContentPath; trashId: string }[] = []
  for (const path of topmost(paths)) {
    try {
      const trashId = await toTrash(path)
      if (trashId === null) break
      removed.push({ path, trashId })
    } catch (error) {
      if (reasonOf(error) !== 'not-found')
        notifyFailure(`“${nameOf(path)}” was not deleted`, sentenceOf(error))
    }
  }
  const first = removed[0]
  if (!first) return
  const what = removed.length === 1 ? `“${nameOf(first.path)}”` : counted(removed.length)
  notifyWithUndo(`Moved ${what} to the trash`, async () => {
    for (const { path, trashId } of [...removed].reverse()) {
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

async function transfer(paths: readonly ContentPath[], folder: ContentPath, mode: 'move' | 'copy') {
  await loadFolder(folder)
  const taken = new Set(entriesIn(tree(), folder).map((entry) => entry.name))
  const done: { from: ContentPath; to: ContentPath }[] = []
  for (const from of paths) {
    const beside = mode === 'copy' && parentOf(from) === folder
    const wanted = childOf(folder, beside ? copyName(nameOf(from), taken) : nameOf(from))
    const to = await transferOne(from, wanted, mode, taken)
    if (to === 'stop') break
    if (to === null) continue
    taken.add(nameOf(to))
    done.push({ from, to })
  }
  return done
}

async function transferOne(
  from: ContentPath,
  to: ContentPath,
  mode: 'move' | 'copy',
  taken: ReadonlySet<string>
): Promise<ContentPath | 'stop' | null> {
  const [doing, did] = mode === 'move' ? ['Moving', 'moved'] : ['Copying', 'copied']
  const work = {
    title: `${doing} “${nameOf(from)}”`,
    stopped: `Stopped. Nothing of “${nameOf(from)}” was ${did}.`
  }
  const run = async (target: ContentPath, overwrite: boolean): Promise<ContentPath | 'stop'> => {
    const transfer = mode === 'move' ? api.move : api.copy
    const ended = await asLongWork(work, (operation) => transfer(from, target, { overwrite, operation }))
    return ended ? target : 'stop'
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

async function backTo(from: ContentPath, to: ContentPath): Promise<void> {
  const work = {
    title: `Moving “${nameOf(to)}” back`,
    stopped: `Stopped. “${nameOf(from)}” stays where it is.`
  }
  await asLongWork(work, (operation) => api.move(from, to, { operation })).catch(
    failed('It could not be undone')
  )
}

const failed = (title: string) => (error: unknown) => notifyFailure(title, sentenceOf(error))
const counted = (count: number) => (count === 1 ? '1 item' : `${numberText(count)} items`)
