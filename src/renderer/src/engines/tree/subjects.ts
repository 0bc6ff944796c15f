import { childOf, type ContentPath } from '../../../../common/content/paths'
import { activeTab, workbench } from '../../workbench/workbench'
import { goneAt } from './gone'
import { acting } from './selection'
import { entryOf, targetFolder } from './tree-state'
import { tree } from './tree-store'

/** What a file command is about: the choice in the tree while it has one, else the open document. */
export function chosenPaths(): ContentPath[] {
  const chosen = acting(tree())
  if (chosen.length > 0) return chosen
  const tab = activeTab(workbench())
  return tab && tab.kind !== 'tool' ? [tab.path] : []
}

/** What a command of the source acts on: the same without what is not here any more. */
export function subjects(): ContentPath[] {
  const state = tree()
  return chosenPaths().filter((path) => goneAt(state, path) === null)
}

/** A place that a command would write to, and what a person calls it. */
export interface Written {
  readonly path: ContentPath
  readonly what: 'document' | 'folder' | 'site'
}

/** Where a command would write (EB3), to ask whether this person may; null for one that writes nothing. */
export function writtenBy(command: string): Written | null {
  const state = tree()
  if (makes.has(command)) {
    const folder = targetFolder(state)
    // the rights of a folder and of what lies in it can differ
    return folder && { path: childOf(folder, 'page.html'), what: 'folder' }
  }
  if (changesSite.has(command)) return state.root && { path: state.root, what: 'site' }
  const path = changes.has(command) ? chosenPaths()[0] : undefined
  if (path === undefined) return null
  const { kind } = entryOf(state, path) ?? goneAt(state, path) ?? {}
  return { path, what: kind === 'folder' ? 'folder' : 'document' }
}

const makes = new Set([
  'file.new-page',
  'file.new-from-template',
  'file.new-structured',
  'file.new-sheet',
  'file.new-json',
  'file.new-folder',
  'file.upload',
  'file.upload-folder',
  'edit.paste'
])
const changes = new Set([
  'folder.restore',
  'edit.cut',
  'file.move',
  'file.duplicate',
  'file.rename',
  'file.delete',
  'tree.publish',
  'tree.unpublish',
  'gone.bring-back'
])
const changesSite = new Set(['file.rename-site', 'file.delete-site'])
