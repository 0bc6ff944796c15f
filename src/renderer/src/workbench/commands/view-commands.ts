import type { NamedCommand } from './commands'

/** By their ids. Two views may name the same command in their own words, and never show at once. */
const views = {
  'file.save': { title: 'Save now', group: 'File', shortcut: 'mod+S' },
  'edit.undo': { title: 'Undo', group: 'Edit', shortcut: 'mod+Z' },
  'edit.redo': { title: 'Redo', group: 'Edit', shortcut: 'mod+shift+Z' },
  'edit.select-all': { title: 'Select all', group: 'Edit' },
  'document.find': { title: 'Find in document', group: 'Edit', shortcut: 'mod+F' },
  'document.replace': { title: 'Find and replace in document', group: 'Edit', shortcut: 'mod+alt+R' },
  'document.go-to-line': { title: 'Go to line…', group: 'Go', shortcut: 'ctrl+G' },
  'document.next-problem': { title: 'Next problem in the text', group: 'Go', shortcut: 'F8' },
  'document.previous-problem': { title: 'Previous problem in the text', group: 'Go', shortcut: 'shift+F8' },
  'document.format': { title: 'Format document', group: 'Edit', shortcut: 'shift+alt+F' },
  'links.mend': { title: 'Mend the address at the cursor', group: 'Edit', shortcut: 'mod+.' },
  'document.who-is-here': { title: 'Say who is here', group: 'Go' },
  'document.go-to-person': { title: 'Go to who else writes here', group: 'Go' },
  'document.follow-person': { title: 'Follow who else writes here', group: 'Go' },
  'document.follow-next-person': { title: 'Follow the next one who writes here', group: 'Go' },
  'document.hide-cursor': { title: 'Hide from others where I am', group: 'Edit' },
  'document.hold': { title: 'Hold this document for an hour', group: 'Edit' },
  'document.let-go': { title: 'Let go of this document', group: 'Edit' },
  'document.pass-hold': { title: 'Write in this held document all the same…', group: 'Edit' },
  'document.wrap': { title: 'Wrap long lines', group: 'View' },
  'document.split-preview': { title: 'Preview beside the text', group: 'View' },
  'form.redo-y': { title: 'Redo in the form', group: 'Edit', shortcut: 'mod+Y' },
  'form.next-problem': { title: 'Next problem in the form', group: 'Go', shortcut: 'F8' },
  'form.previous-problem': { title: 'Previous problem in the form', group: 'Go', shortcut: 'shift+F8' },
  'go.tabs': { title: 'Show open tabs…', group: 'Go', shortcut: 'mod+shift+O' },
  'publish.preview': { title: 'Preview: publish to preview', group: 'File' },
  'publish.live': { title: 'Publish: make it live', group: 'File' },
  'publish.together': { title: 'Publish with what it links to…', group: 'File' },
  'publish.unpublish': { title: 'Unpublish…', group: 'File' },
  'publish.look': { title: 'Look at what is published', group: 'File' },
  'publish.copy-address': { title: 'Copy the published address', group: 'File' },
  'history.who-changed': { title: 'Who changed this last?', group: 'History', shortcut: 'mod+alt+W' },
  'compare.next-change': { title: 'Next change', group: 'Go', shortcut: 'F7' },
  'compare.previous-change': { title: 'Previous change', group: 'Go', shortcut: 'shift+F7' },
  'sync.next-place': { title: 'Next place to choose', group: 'Go', shortcut: 'F7' },
  'sync.previous-place': { title: 'Previous place to choose', group: 'Go', shortcut: 'shift+F7' },
  'sync.all-mine': { title: 'Conflict: mine everywhere', group: 'Edit' },
  'sync.all-theirs': { title: 'Conflict: the server’s everywhere', group: 'Edit' },
  'sync.use': { title: 'Conflict: use what is chosen', group: 'Edit', shortcut: 'mod+enter' },
  'sheet.redo-y': { title: 'Redo in the sheet', group: 'Edit', shortcut: 'mod+Y' },
  'sheet.add-row': { title: 'Add a row to the sheet', group: 'Edit' },
  'sheet.add-column': { title: 'Add a column to the sheet', group: 'Edit' },
  'sheet.import-csv': { title: 'Import CSV into the sheet…', group: 'File' },
  'sheet.export-csv': { title: 'Export the sheet as CSV', group: 'File' },
  'form.find-next': { title: 'Next place in the form', group: 'Go', shortcut: 'F3' },
  'form.find-previous': { title: 'Previous place in the form', group: 'Go', shortcut: 'shift+F3' },
  'history.create-version': { title: 'Create version…', group: 'History', shortcut: 'mod+alt+S' },
  'history.compare-previous': {
    title: 'Compare with the newest version',
    group: 'History',
    shortcut: 'mod+alt+D'
  },
  'history.compare-seen': { title: 'Show what changed since I was here', group: 'History' },
  'history.server-versions': { title: 'Show the versions on the server', group: 'History' },
  'history.compare-server': { title: 'Compare with what is on the server', group: 'History' },
  'history.compare-live': { title: 'Compare with what is live', group: 'History' },
  'history.compare-preview': { title: 'Compare with the preview', group: 'History' },
  'history.compare-file': { title: 'Compare with another file…', group: 'History' },
  'history.compare-disk': { title: 'Compare with a file from this computer…', group: 'History' },
  'compare.depth-page': { title: 'Compare: as read', group: 'View' },
  'compare.depth-structure': { title: 'Compare: structure', group: 'View' },
  'compare.depth-text': { title: 'Compare: text', group: 'View' }
} as const satisfies Readonly<Record<string, Omit<NamedCommand, 'id'>>>

type ViewCommandId = keyof typeof views

/** A command of what is opened in a tab, without what it does: that only the open view knows. */
export function viewCommand(id: ViewCommandId): NamedCommand {
  return { id, ...views[id] }
}

/**
 * All commands of what can be opened: known before anything is, so that their keys can be chosen at any time.
 */
export function viewCommands(): readonly NamedCommand[] {
  return [...Object.entries(views).map(([id, named]) => ({ id, ...named })), ...brought]
}

/** What the views of features can do. */
let brought: readonly NamedCommand[] = []

/** Takes the names of what the features' views can do, once, before anything is drawn. */
export function bringViewCommands(all: readonly NamedCommand[]): void {
  brought = all
}
