/**
 * One entry of the native menu. `command` entries run in the window, by the id that its command registry
 * knows.
 */
export type MenuEntry =
  | CommandEntry
  | DesktopEntry
  | { readonly kind: 'role'; readonly role: MenuRole }
  | { readonly kind: 'submenu'; readonly label: string; readonly entries: readonly MenuEntry[] }
  | { readonly kind: 'line' }

export interface CommandEntry {
  readonly kind: 'command'
  readonly id: string
  readonly label: string
  /** Shown beside the label. */
  readonly keys?: string
  /** The entry can be ticked. */
  readonly tick?: true
}

/** Done by the desktop itself, so that it works without a window too. */
interface DesktopEntry {
  readonly kind: 'desktop'
  readonly action: DesktopAction
  readonly label: string
  readonly keys: string
}

export type DesktopAction = 'new-window'

type MenuRole =
  | 'about'
  | 'services'
  | 'hide'
  | 'hideOthers'
  | 'unhide'
  | 'quit'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'delete'
  | 'resetZoom'
  | 'zoomIn'
  | 'zoomOut'
  | 'togglefullscreen'
  | 'toggleDevTools'
  | 'minimize'
  | 'zoom'
  | 'front'

interface TopMenu {
  readonly label: string
  readonly role?: 'window' | 'help'
  readonly entries: readonly MenuEntry[]
}

/** The whole menu bar. Keys are shown here and handled by the window: each has one place where it fires. */
export function menuBar(platform: string): TopMenu[] {
  const mac = platform === 'darwin'
  return [
    ...(mac ? [{ label: 'Galley', entries: appEntries }] : []),
    { label: '&File', entries: fileEntries(mac) },
    { label: '&Edit', entries: editEntries },
    { label: '&View', entries: viewEntries },
    { label: '&Go', entries: goEntries },
    { label: '&Site', entries: siteEntries },
    { label: 'H&istory', entries: historyEntries },
    ...(mac ? [{ label: 'Window', role: 'window' as const, entries: windowEntries }] : []),
    { label: '&Help', role: 'help', entries: helpEntries(mac) }
  ]
}

const line: MenuEntry = { kind: 'line' }
const role = (name: MenuRole): MenuEntry => ({ kind: 'role', role: name })
const command = (id: string, label: string, keys?: string): MenuEntry => ({
  kind: 'command',
  id,
  label,
  ...(keys === undefined ? {} : { keys })
})
const ticked = (id: string, label: string, keys?: string): MenuEntry => ({
  kind: 'command',
  id,
  label,
  tick: true,
  ...(keys === undefined ? {} : { keys })
})

const appEntries: readonly MenuEntry[] = [
  command('help.about', 'About Galley'),
  line,
  command('workspace.settings', 'Settings…', 'CmdOrCtrl+,'),
  line,
  role('services'),
  line,
  role('hide'),
  role('hideOthers'),
  role('unhide'),
  line,
  role('quit')
]

const submenu = (label: string, entries: readonly MenuEntry[]): MenuEntry => ({
  kind: 'submenu',
  label,
  entries
})

const fileEntries = (mac: boolean): readonly MenuEntry[] => [
  submenu('New', [
    command('file.new-page', 'Page', 'CmdOrCtrl+N'),
    command('file.new-from-template', 'Page from a Template…'),
    command('file.new-structured', 'Structured Document…'),
    command('file.new-sheet', 'Sheet…'),
    command('file.new-json', 'JSON File', 'CmdOrCtrl+Alt+N'),
    command('file.new-folder', 'Folder', 'CmdOrCtrl+Alt+F'),
    line,
    command('file.new-site', 'Site…')
  ]),
  submenu('Bring In', [
    command('file.upload', 'Files…'),
    command('file.upload-folder', 'A Folder…'),
    line,
    command('site.import', 'From a Published Site…'),
    command('site.restore', 'A Site That Is Published…')
  ]),
  line,
  command('file.save', 'Save Now', 'CmdOrCtrl+S'),
  command('history.create-version', 'Save a Version…', 'CmdOrCtrl+Alt+S'),
  line,
  command('file.rename', 'Rename…', 'F2'),
  command('file.move', 'Move…'),
  command('file.duplicate', 'Duplicate'),
  command('file.duplicate-as-template', 'Duplicate as Template'),
  command('file.copy-link', 'Copy Link'),
  command('file.delete', 'Delete', 'Delete'),
  line,
  submenu('Workspace', [
    command('workspace.switch', 'Switch…'),
    command('workspace.back-up', 'Back Up…'),
    command('workspace.restore', 'Restore from a Backup…'),
    line,
    command('workspace.trash', 'Trash'),
    command('workspace.reveal', mac ? 'Reveal in Finder' : 'Show in Folder')
  ]),
  ...(mac ? [] : [command('workspace.settings', 'Settings…', 'CmdOrCtrl+,')]),
  line,
  { kind: 'desktop', action: 'new-window', label: 'New Window', keys: 'CmdOrCtrl+Shift+N' },
  command('file.reopen-tab', 'Reopen Closed Tab', 'CmdOrCtrl+Shift+T'),
  command('file.close-tab', 'Close Tab', 'CmdOrCtrl+W'),
  submenu('Other Tabs', [
    command('file.keep-open', 'Keep This One Open'),
    line,
    command('file.close-other-tabs', 'Close the Others'),
    command('file.close-tabs-right', 'Close Those to the Right'),
    command('file.close-all-tabs', 'Close All')
  ]),
  ...(mac ? [] : [line, role('quit')])
]

const siteEntries: readonly MenuEntry[] = [
  command('publish.preview', 'Preview'),
  command('publish.live', 'Publish'),
  command('publish.together', 'Publish with What It Links To…'),
  command('publish.unpublish', 'Unpublish…'),
  line,
  command('publish.look', 'Look at What Is Published'),
  command('publish.copy-address', 'Copy Published Address'),
  command('publish.site', 'Live Site in a Tab'),
  command('publish.list', 'Everything That Is Published'),
  command('publish.jobs', 'Publishing Jobs'),
  command('publish.index', 'Query Index'),
  line,
  submenu('Sync', [
    command('site.sync', 'With a Server…', 'CmdOrCtrl+Shift+Y'),
    command('site.sync-now', 'Now', 'CmdOrCtrl+Alt+Y'),
    command('sync.decide', 'Decide What Both Sides Changed…'),
    line,
    command('sync.pause', 'Pause'),
    command('sync.resume', 'By Itself Again'),
    command('sync.stop', 'Stop'),
    line,
    command('sync.what', 'What of This Site Is Synced…'),
    command('sync.disconnect', 'Disconnect from Its Server…')
  ]),
  line,
  command('config.site', 'Config of This Site'),
  command('config.org', 'Config of the Organization')
]

const editEntries: readonly MenuEntry[] = [
  command('edit.undo', 'Undo', 'CmdOrCtrl+Z'),
  command('edit.redo', 'Redo', 'CmdOrCtrl+Shift+Z'),
  line,
  role('cut'),
  role('copy'),
  role('paste'),
  command('edit.select-all', 'Select All', 'CmdOrCtrl+A'),
  line,
  command('document.find', 'Find', 'CmdOrCtrl+F'),
  command('document.replace', 'Find and Replace', 'CmdOrCtrl+Alt+R'),
  line,
  command('search.show', 'Search in Content', 'CmdOrCtrl+Shift+F'),
  command('search.next', 'Next Hit', 'F4'),
  command('search.previous', 'Previous Hit', 'Shift+F4'),
  line,
  command('document.format', 'Format Document', 'Alt+Shift+F'),
  submenu('Text of the Page', [
    command('page.bold', 'Bold', 'CmdOrCtrl+B'),
    command('page.italic', 'Italic', 'CmdOrCtrl+I'),
    command('page.underline', 'Underline', 'CmdOrCtrl+U'),
    command('page.strike', 'Strike Through', 'CmdOrCtrl+Shift+X'),
    command('page.code', 'Code', 'CmdOrCtrl+E'),
    command('page.link', 'Link…', 'CmdOrCtrl+K'),
    command('page.clear-format', 'Remove Formatting', 'CmdOrCtrl+Shift+0'),
    line,
    command('page.paragraph', 'Paragraph', 'CmdOrCtrl+Alt+0'),
    command('page.heading-1', 'Heading 1', 'CmdOrCtrl+Alt+1'),
    command('page.heading-2', 'Heading 2', 'CmdOrCtrl+Alt+2'),
    command('page.heading-3', 'Heading 3', 'CmdOrCtrl+Alt+3'),
    line,
    command('page.bullets', 'List with Bullets', 'CmdOrCtrl+Shift+8'),
    command('page.numbers', 'List with Numbers', 'CmdOrCtrl+Shift+7'),
    command('page.quote', 'Quote', 'CmdOrCtrl+Shift+9')
  ]),
  submenu('Table of the Page', [
    command('page.insert-table', 'Add a Table'),
    line,
    command('page.table-row-before', 'Add a Row Above'),
    command('page.table-row-after', 'Add a Row Below'),
    command('page.table-column-before', 'Add a Column Before'),
    command('page.table-column-after', 'Add a Column Behind'),
    command('page.table-heads', 'First Row as Heads'),
    line,
    command('page.delete-table-row', 'Delete the Row'),
    command('page.delete-table-column', 'Delete the Column'),
    command('page.delete-table', 'Delete the Table')
  ]),
  submenu('Blocks and Sections', [
    command('page.add-block', 'Add a Block'),
    command('page.rename-block', 'Change Name and Variants'),
    command('page.add-row', 'Add a Row'),
    command('page.add-cell', 'Add a Cell'),
    command('page.add-section', 'Add a Section'),
    line,
    command('page.duplicate', 'Duplicate', 'CmdOrCtrl+Shift+D'),
    command('page.move-up', 'Move Up', 'Alt+Up'),
    command('page.move-down', 'Move Down', 'Alt+Down'),
    line,
    command('page.delete-block', 'Delete the Block'),
    command('page.delete-row', 'Delete the Row'),
    command('page.delete-cell', 'Delete the Cell'),
    command('page.delete-section', 'Delete the Section')
  ]),
  submenu('Pictures of the Page', [
    command('page.image', 'Insert Picture…'),
    command('page.image-files', 'Insert from This Computer…'),
    line,
    command('page.describe-image', 'Describe Picture'),
    command('page.replace-image', 'Replace Picture…'),
    command('page.image-focal', 'Focal Point…'),
    command('page.open-image', 'Open Its File'),
    command('page.remove-image', 'Remove Picture'),
    line,
    command('page.retry-images', 'Upload Again What Failed'),
    command('page.drop-images', 'Remove What Failed')
  ]),
  line,
  command('edit.undo-last', 'Undo Last Change to Files', 'CmdOrCtrl+Alt+Z')
]

const viewEntries: readonly MenuEntry[] = [
  command('view.palette', 'Command Palette…', 'CmdOrCtrl+K'),
  line,
  ticked('view.toggle-sidebar', 'Sidebar', 'CmdOrCtrl+B'),
  ticked('view.toggle-inspector', 'Inspector', 'CmdOrCtrl+Alt+B'),
  command('view.preview', 'Preview', 'CmdOrCtrl+Shift+V'),
  command('view.problems', 'Problems', 'CmdOrCtrl+Shift+M'),
  command('view.page', 'Outline and Metadata', 'CmdOrCtrl+Alt+O'),
  ticked('document.split-preview', 'Preview beside the Text'),
  command('page.turn-view', 'Page or Source', 'CmdOrCtrl+Shift+S'),
  line,
  submenu('Theme', [
    ticked('view.theme-system', 'As the System'),
    ticked('view.theme-light', 'Light'),
    ticked('view.theme-dark', 'Dark')
  ]),
  ticked('document.wrap', 'Wrap Long Lines'),
  line,
  role('zoomIn'),
  role('zoomOut'),
  role('resetZoom'),
  role('togglefullscreen'),
  line,
  role('toggleDevTools')
]

const goEntries: readonly MenuEntry[] = [
  command('go.document', 'Go to the Document', 'CmdOrCtrl+1'),
  command('go.inspector', 'Go to the Inspector', 'CmdOrCtrl+2'),
  line,
  command('go.file', 'Go to File…', 'CmdOrCtrl+P'),
  command('go.tree', 'Show Open File in the Sidebar', 'CmdOrCtrl+Shift+E'),
  line,
  command('go.tabs', 'Open Tabs…', 'CmdOrCtrl+Shift+O'),
  command('go.next-tab', 'Next Tab', 'Ctrl+Tab'),
  command('go.previous-tab', 'Previous Tab', 'Ctrl+Shift+Tab')
]

const historyEntries: readonly MenuEntry[] = [
  command('view.history', 'Show History', 'CmdOrCtrl+Shift+H'),
  command('history.compare-previous', 'Compare with Previous', 'CmdOrCtrl+Alt+D'),
  command('history.who-changed', 'Who Changed This Last?', 'CmdOrCtrl+Alt+W'),
  command('history.server-versions', 'Show the Versions on the Server'),
  command('history.compare-server', 'Compare with What Is on the Server'),
  command('folder.moment', 'Go Back to a Moment…'),
  line,
  command('compare.next-change', 'Next Change', 'F7'),
  command('compare.previous-change', 'Previous Change', 'Shift+F7')
]

const windowEntries: readonly MenuEntry[] = [role('minimize'), role('zoom'), line, role('front')]

const helpEntries = (mac: boolean): readonly MenuEntry[] => [
  command('help.shortcuts', 'Keyboard Shortcuts', 'CmdOrCtrl+/'),
  command('help.api', 'API Description'),
  line,
  command('help.crash-reports', 'Crash Reports…'),
  command('help.updates', 'Check for Updates…'),
  line,
  command('help.licences', 'Licences'),
  ...(mac ? [] : [command('help.about', 'About Galley')])
]

/** Ids of the window's commands that stand in the menu of any system: only what these can do has to be told to it. */
export const menuCommands: ReadonlySet<string> = new Set(
  (['linux', 'darwin'] as const).flatMap((platform) =>
    menuBar(platform).flatMap(({ entries }) => commandsOf(entries))
  )
)

function commandsOf(entries: readonly MenuEntry[]): string[] {
  return entries.flatMap((entry) => {
    if (entry.kind === 'submenu') return commandsOf(entry.entries)
    return entry.kind === 'command' ? [entry.id] : []
  })
}
