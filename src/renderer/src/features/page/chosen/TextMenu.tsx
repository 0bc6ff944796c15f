import { NodeSelection, Selection, type Command } from 'prosemirror-state'
import { useEffect, useState } from 'react'
import type { PageSurface } from '../../../engines/page/surface'
import { partAt } from '../../../engines/page/parts/part-at'
import { desktop } from '../../../workbench/bridge'
import { allCommands, runCommand } from '../../../workbench/commands/commands'
import { shownShortcut } from '../../../workbench/commands/shown-keys'
import { PointMenu, type Point, type PointMenuEntry } from '../../../workbench/PointMenu'
import { notify } from '../../../workbench/toast'
import type { PageCommandId } from '../command-names'
import { spellingEntries } from './spelling-entries'
import { words } from './words'

interface TextMenuProps {
  readonly surface: PageSurface
  /** Why this person may not write here; null where they may. */
  readonly refusal: string | null
}

/**
 * What can be done at the place of the page that was clicked with the other button, or where the caret is
 * when a key asks.
 */
export function TextMenu({ surface, refusal }: TextMenuProps) {
  const readOnly = refusal !== null
  const [at, setAt] = useState<(Point & { readonly pos: number | null }) | null>(null)
  useEffect(() => {
    const ask = (event: MouseEvent) => {
      const { target } = event
      // fields in the page have the system's menu
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return
      event.preventDefault()
      // a key asks without a place of the mouse
      const head = surface.state?.selection.head ?? 0
      const caret = event.button === 2 ? null : surface.placeInWindow(head)
      const [x, y] = [event.clientX, event.clientY]
      const pos = surface.posAt(x, y)
      // where nobody writes the browser leaves the caret where it was
      if (!caret && readOnly && pos !== null) surface.look(standAt(pos))
      setAt(caret ? { x: caret.left, y: caret.bottom, pos: head } : { x, y, pos })
    }
    surface.element.addEventListener('contextmenu', ask)
    return () => surface.element.removeEventListener('contextmenu', ask)
  }, [surface, readOnly])
  return (
    <PointMenu
      label={words.menu}
      at={at}
      groups={at ? [readOnly ? [] : spellingEntries(surface, at.pos), ...groupsAt(surface, refusal)] : []}
      note={refusal}
      width={300}
      onClose={() => setAt(null)}
      otherwise={() => surface.element.querySelector('[data-page-surface]')}
    />
  )
}

function groupsAt(surface: PageSurface, refusal: string | null): PointMenuEntry[][] {
  const { state } = surface
  if (!state) return []
  const isEmpty = state.selection.empty
  const readOnly = refusal !== null
  const why = refusal ?? undefined
  const commands = new Map(allCommands().map((command) => [command.id, command]))
  /** A command that can be done here. */
  const entry = (id: PageCommandId | 'history.who-changed'): PointMenuEntry[] => {
    const command = commands.get(id)
    if (!command || command.enabled?.() === false) return []
    return [{ title: command.title, shortcut: command.shortcut, run: () => void runCommand(id) }]
  }
  const kinds = kindsOfText.flatMap(entry)
  const inBlock = partAt(state, ['block']) !== null
  return [
    [
      { title: words.cut, shortcut: 'mod+X', off: isEmpty || readOnly, why, run: () => clip(surface, 'cut') },
      { title: words.copy, shortcut: 'mod+C', off: isEmpty, run: () => clip(surface, 'copy') },
      { title: words.paste, shortcut: 'mod+V', off: readOnly, why, run: () => void paste(surface) },
      ...entry('page.paste-as-text')
    ],
    ['page.open-link', 'page.edit-link', 'page.remove-link'].some(
      (id) => commands.get(id)?.enabled?.() === true
    )
      ? [...entry('page.open-link'), ...entry('page.edit-link'), ...entry('page.remove-link')]
      : entry('page.link'),
    [
      ...(kinds.length > 0 ? [{ title: words.turnInto, more: kinds }] : []),
      ...entry('page.clear-format'),
      ...entry('page.add-here'),
      ...entry('page.save-snippet')
    ],
    inBlock ? blockCommands.flatMap(entry) : [],
    entry('history.who-changed')
  ]
}

const kindsOfText = [
  'page.paragraph',
  'page.heading-1',
  'page.heading-2',
  'page.heading-3',
  'page.heading-4',
  'page.heading-5',
  'page.heading-6',
  'page.bullets',
  'page.numbers',
  'page.quote',
  'page.code-block'
] as const

const blockCommands = [
  'page.rename-block',
  'page.add-row',
  'page.delete-row',
  'page.duplicate',
  'page.delete-block'
] as const

/** The caret stands there; words that are chosen around it stay so. */
const standAt =
  (pos: number): Command =>
  (state, dispatch) => {
    const { selection, doc } = state
    const isPart = selection instanceof NodeSelection && !selection.node.isAtom
    if (isPart || pos < selection.from || pos > selection.to)
      dispatch?.(state.tr.setSelection(Selection.near(doc.resolve(pos))))
    return true
  }

/** The page's own copy and cut answer it. */
function clip(surface: PageSurface, what: 'cut' | 'copy'): void {
  surface.focus()
  document.execCommand(what)
}

/** A page may not read the clipboard by itself: the desktop pastes, and a browser is asked with the keys. */
async function paste(surface: PageSurface): Promise<void> {
  surface.focus()
  const bridge = desktop()
  if (bridge) await bridge.call('paste')
  else notify(words.pressToPaste(shownShortcut('mod+V')))
}
