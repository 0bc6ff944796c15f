import type { NamedCommand } from '../../workbench/commands/commands'
import { blockCommandNames } from './blocks/command-names'
import { chosenCommandNames } from './chosen/command-names'
import { linkCommandNames } from './links/command-names'
import { findCommandNames } from './find/command-names'
import { islandCommandNames } from './islands/command-names'
import { snippetCommandNames } from './snippets/command-names'
import { libraryCommandNames } from './library/command-names'
import { lookCommandNames } from './look/command-names'
import { tableCommandNames } from './tables/command-names'
import { panelCommandNames } from './panel/command-names'
import { pictureCommandNames } from './images/command-names'
import { listCommandNames } from './lists/command-names'
import { tokenCommandNames } from './tokens/command-names'
import { pasteCommandNames } from './paste/command-names'

/**
 * The commands of a page that is written in: known before one is open, so that their keys can be chosen at
 * any time.
 */
export const pageCommandNames = {
  'page.turn-view': { title: 'Turn between page and source', group: 'View', shortcut: 'mod+shift+S' },
  'page.bold': { title: 'Bold', group: 'Edit', shortcut: 'mod+B', where: 'page' },
  'page.italic': { title: 'Italic', group: 'Edit', shortcut: 'mod+I', where: 'page' },
  'page.underline': { title: 'Underline', group: 'Edit', shortcut: 'mod+U', where: 'page' },
  'page.strike': { title: 'Strike through', group: 'Edit', shortcut: 'mod+shift+X', where: 'page' },
  'page.code': { title: 'Code in the text', group: 'Edit', shortcut: 'mod+E', where: 'page' },
  'page.superscript': { title: 'Superscript', group: 'Edit', where: 'page' },
  'page.subscript': { title: 'Subscript', group: 'Edit', where: 'page' },
  ...linkCommandNames,
  ...chosenCommandNames,
  'page.clear-format': { title: 'Remove formatting', group: 'Edit', shortcut: 'mod+shift+0', where: 'page' },
  'page.paragraph': { title: 'Turn into a paragraph', group: 'Edit', shortcut: 'mod+alt+0', where: 'page' },
  'page.heading-1': { title: 'Turn into heading 1', group: 'Edit', shortcut: 'mod+alt+1', where: 'page' },
  'page.heading-2': { title: 'Turn into heading 2', group: 'Edit', shortcut: 'mod+alt+2', where: 'page' },
  'page.heading-3': { title: 'Turn into heading 3', group: 'Edit', shortcut: 'mod+alt+3', where: 'page' },
  'page.heading-4': { title: 'Turn into heading 4', group: 'Edit', shortcut: 'mod+alt+4', where: 'page' },
  'page.heading-5': { title: 'Turn into heading 5', group: 'Edit', shortcut: 'mod+alt+5', where: 'page' },
  'page.heading-6': { title: 'Turn into heading 6', group: 'Edit', shortcut: 'mod+alt+6', where: 'page' },
  'page.bullets': { title: 'List with bullets', group: 'Edit', shortcut: 'mod+shift+8', where: 'page' },
  'page.numbers': { title: 'List with numbers', group: 'Edit', shortcut: 'mod+shift+7', where: 'page' },
  'page.quote': { title: 'Quote', group: 'Edit', shortcut: 'mod+shift+9', where: 'page' },
  ...blockCommandNames,
  'page.lift': { title: 'Out of the list or quote', group: 'Edit', where: 'page' },
  'page.duplicate': {
    title: 'Duplicate block, row or section',
    group: 'Edit',
    shortcut: 'mod+shift+D',
    where: 'page'
  },
  'page.move-up': { title: 'Move up in the page', group: 'Edit', shortcut: 'alt+ArrowUp', where: 'page' },
  'page.move-down': {
    title: 'Move down in the page',
    group: 'Edit',
    shortcut: 'alt+ArrowDown',
    where: 'page'
  },
  'page.add-block': { title: 'Add a block', group: 'Edit', where: 'page' },
  'page.rename-block': { title: 'Change name and variants of the block', group: 'Edit', where: 'page' },
  'page.delete-block': { title: 'Delete the block', group: 'Edit', where: 'page' },
  'page.add-row': { title: 'Add a row to the block', group: 'Edit', where: 'page' },
  'page.add-row-before': { title: 'Add a row to the block, above', group: 'Edit', where: 'page' },
  'page.delete-row': { title: 'Delete the row of the block', group: 'Edit', where: 'page' },
  'page.add-cell': { title: 'Add a cell to the row', group: 'Edit', where: 'page' },
  'page.delete-cell': { title: 'Delete the cell of the row', group: 'Edit', where: 'page' },
  'page.add-section': { title: 'Add a section', group: 'Edit', where: 'page' },
  'page.delete-section': { title: 'Delete the section', group: 'Edit', where: 'page' },
  ...findCommandNames,
  ...panelCommandNames,
  ...tableCommandNames,
  ...lookCommandNames,
  ...snippetCommandNames,
  ...libraryCommandNames,
  ...pictureCommandNames,
  ...islandCommandNames,
  ...tokenCommandNames,
  ...listCommandNames,
  ...pasteCommandNames,
  'page.format-bar': { title: 'Go to the format bar', group: 'Go', shortcut: 'alt+F10', where: 'page' }
} as const satisfies Readonly<Record<string, Omit<NamedCommand, 'id'>>>

export type PageCommandId = keyof typeof pageCommandNames

export const pageViewCommands: readonly NamedCommand[] = Object.entries(pageCommandNames).map(
  ([id, named]) => ({
    id,
    ...named
  })
)

export const pageCommand = (id: PageCommandId): NamedCommand => ({ id, ...pageCommandNames[id] })
