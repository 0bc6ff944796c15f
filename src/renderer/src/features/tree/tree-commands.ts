import { publishMany, unpublishMany } from '../publishing'
import { modals } from '@mantine/modals'
import { createElement, useEffect } from 'react'
import { nameOf, ROOT, splitName, type ContentPath } from '../../../../common/content/paths'
import { editAddress } from '../../workbench/address'
import { desktop } from '../../workbench/bridge'
import { chooseFiles } from '../../workbench/choose-files'
import { registerCommands, type Command } from '../../workbench/commands/commands'
import { shortcutFor } from '../../workbench/commands/shortcuts'
import { awaitField } from '../../workbench/typing-ahead'
import { activeTab, openDocument, workbench } from '../../workbench/workbench'
import { notify } from '../../workbench/toast'
import { duplicate, paste, remove, take } from './actions'
import { copyPaths } from '../../engines/tree/copy-path'
import { goneAt } from '../../engines/tree/gone'
import { goneCommands } from './gone-commands'
import { chosenFiles } from './dropped-files'
import { MoveDialog } from './MoveDialog'
import { showInTree, showSidebar } from '../../engines/tree/show-in-tree'
import { siteCommands } from './site-commands'
import { chosenPaths, subjects } from '../../engines/tree/subjects'
import { acting, actingHere } from '../../engines/tree/selection'
import { entryOf, targetFolder, type NewKind } from '../../engines/tree/tree-state'
import { reveal, setExpanded, tree, updateTree } from '../../engines/tree/tree-store'
import { upload } from './upload'

/**
 * Everything that can be done with content. The same commands serve keys, context menu, palette and native
 * menu.
 */
export function useTreeCommands(): void {
  useEffect(() => registerCommands(treeCommands()), [])
}

function treeCommands(): Command[] {
  const inSite = () => tree().root !== null
  const some = () => subjects().length > 0
  return [
    {
      id: 'file.new-page',
      title: 'New page',
      group: 'File',
      shortcut: shortcutFor('mod+N', 'alt+N'),
      enabled: inSite,
      run: () => startNew('page')
    },
    {
      id: 'file.new-json',
      title: 'New JSON file',
      group: 'File',
      shortcut: shortcutFor('mod+alt+N', 'alt+shift+J'),
      enabled: inSite,
      run: () => startNew('json')
    },
    {
      id: 'file.new-folder',
      title: 'New folder',
      group: 'File',
      shortcut: shortcutFor('mod+alt+F', 'alt+shift+F'),
      enabled: inSite,
      run: () => startNew('folder')
    },
    ...siteCommands(),
    ...goneCommands(),
    {
      id: 'file.upload',
      title: 'Upload files…',
      group: 'File',
      enabled: inSite,
      run: () => chooseAndUpload('files')
    },
    {
      id: 'file.upload-folder',
      title: 'Upload folder…',
      group: 'File',
      enabled: inSite,
      run: () => chooseAndUpload('folder')
    },
    { id: 'tree.open', title: 'Open', group: 'File', enabled: some, run: openChosen },
    {
      id: 'file.rename',
      title: 'Rename…',
      group: 'File',
      shortcut: 'F2',
      where: 'tree',
      enabled: () => subjects().length === 1,
      run: startRename
    },
    { id: 'file.move', title: 'Move to…', group: 'File', enabled: some, run: () => moveDialog(subjects()) },
    {
      id: 'file.duplicate',
      title: 'Duplicate',
      group: 'File',
      enabled: some,
      run: () => duplicate(subjects())
    },
    {
      id: 'file.delete',
      title: 'Delete',
      group: 'File',
      shortcut: 'Delete',
      where: 'tree',
      enabled: some,
      run: () => remove(subjects())
    },
    {
      id: 'edit.cut',
      title: 'Cut',
      group: 'Edit',
      shortcut: 'mod+X',
      where: 'tree',
      enabled: some,
      run: () => take('cut', subjects())
    },
    {
      id: 'edit.copy',
      title: 'Copy',
      group: 'Edit',
      shortcut: 'mod+C',
      where: 'tree',
      enabled: some,
      run: () => take('copy', subjects())
    },
    {
      id: 'edit.paste',
      title: 'Paste',
      group: 'Edit',
      shortcut: 'mod+V',
      where: 'tree',
      enabled: () => tree().clipboard !== null,
      run: pasteHere
    },
    {
      id: 'tree.publish',
      title: 'Publish the selection…',
      group: 'File',
      enabled: () => actingHere(tree()).length > 0,
      run: publishChosen
    },
    {
      id: 'tree.unpublish',
      title: 'Unpublish the selection…',
      group: 'File',
      enabled: () => acting(tree()).length > 0,
      run: unpublishChosen
    },
    {
      id: 'tree.copy-path',
      title: 'Copy path',
      group: 'Edit',
      enabled: () => chosenPaths().length > 0,
      run: () => copyPaths(chosenPaths())
    },
    {
      id: 'tree.copy-address',
      title: 'Copy address',
      group: 'Edit',
      enabled: () => addressed().length > 0,
      run: copyAddress
    },
    {
      id: 'go.tree',
      title: 'Show open file in the sidebar',
      group: 'Go',
      shortcut: 'mod+shift+E',
      run: () => showInTree(activeTab(workbench())?.path ?? null)
    },
    ...desktopCommands()
  ]
}

function desktopCommands(): Command[] {
  const bridge = desktop()
  if (!bridge) return []
  const subject = () => (chosenPaths().length > 0 ? subjects()[0] : tree().root)
  return [
    {
      id: 'workspace.reveal',
      title: 'Show in file manager',
      group: 'Workspace',
      enabled: () => chosenPaths().length === 0 || subjects().length > 0,
      run: async () => {
        const path = subject()
        if (path) await bridge.call('revealInFolder', path)
      }
    }
  ]
}

async function startNew(what: NewKind): Promise<void> {
  showSidebar()
  const folder = targetFolder(tree())
  if (!folder) return
  awaitField()
  if (folder !== tree().root) setExpanded(folder, true)
  updateTree((state) => ({ ...state, filter: '', naming: { kind: 'new', what, folder } }))
}

async function startRename(): Promise<void> {
  showSidebar()
  const path = subjects()[0]
  if (!path) return
  awaitField()
  if (!entryOf(tree(), path)) await reveal(path)
  updateTree((state) => ({ ...state, focused: path, naming: { kind: 'rename', path } }))
}

function openChosen(): void {
  for (const path of subjects()) {
    const entry = entryOf(tree(), path)
    if (entry?.kind === 'file') openDocument(path)
    else if (entry) setExpanded(path, true)
  }
}

async function pasteHere(): Promise<void> {
  const folder = targetFolder(tree())
  if (folder) await paste(folder)
}

async function publishChosen(): Promise<void> {
  await publishMany(toPublish(actingHere(tree())))
}

/** Also what is published and not here any more. */
async function unpublishChosen(): Promise<void> {
  await unpublishMany(toPublish(acting(tree())))
}

function toPublish(paths: readonly ContentPath[]) {
  const state = tree()
  return paths.map((path) => {
    const gone = goneAt(state, path)
    return { path, folder: (gone ?? entryOf(state, path))?.kind === 'folder', gone: gone !== null }
  })
}

/** Files have an address at which they are edited; folders have none. */
function addressed(): ContentPath[] {
  return subjects().filter((path) => splitName(nameOf(path)).ext !== '')
}

async function copyAddress(): Promise<void> {
  const paths = addressed()
  await navigator.clipboard.writeText(paths.map(editAddress).join('\n'))
  notify(
    paths.length === 1
      ? `Copied the address of “${nameOf(paths[0] ?? ROOT)}”`
      : `Copied ${paths.length} addresses`
  )
}

async function chooseAndUpload(what: 'files' | 'folder'): Promise<void> {
  const folder = targetFolder(tree())
  if (!folder) return
  const files = await chooseFiles({ several: what === 'files', folder: what === 'folder' })
  if (files.length > 0) await upload(Promise.resolve(chosenFiles(files)), folder)
}

function moveDialog(paths: readonly ContentPath[]): void {
  const first = paths[0]
  if (!first) return
  awaitField()
  const id = modals.open({
    title: paths.length === 1 ? `Move “${nameOf(first)}”` : `Move ${paths.length} items`,
    children: createElement(MoveDialog, { paths, onDone: () => modals.close(id) })
  })
}
