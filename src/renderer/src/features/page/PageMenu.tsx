import { useEffect, useState } from 'react'
import type { AskedMenu, PartKind } from '../../engines/page/context'
import type { PageSurface } from '../../engines/page/surface'
import { allCommands, runCommand } from '../../workbench/commands/commands'
import { PointMenu, type PointMenuEntry } from '../../workbench/PointMenu'
import type { PageCommandId } from './command-names'
import { words } from './words'

const groups: Readonly<Record<PartKind, readonly (readonly PageCommandId[])[]>> = {
  section: [
    ['page.section-metadata'],
    ['page.add-section', 'page.duplicate'],
    ['page.move-up', 'page.move-down'],
    ['page.delete-section']
  ],
  block: [
    ['page.look'],
    ['page.rename-block', 'page.add-row', 'page.duplicate'],
    ['page.move-up', 'page.move-down'],
    ['page.delete-block']
  ],
  row: [
    ['page.add-row-before', 'page.add-row', 'page.duplicate'],
    ['page.move-up', 'page.move-down'],
    ['page.delete-row']
  ],
  table: [
    ['page.table-row-before', 'page.table-row-after'],
    ['page.table-column-before', 'page.table-column-after'],
    ['page.table-heads'],
    ['page.move-up', 'page.move-down'],
    ['page.delete-table-row', 'page.delete-table-column', 'page.delete-table']
  ]
}

interface PageMenuProps {
  readonly surface: PageSurface
  /** Why this person may not write here; null where they may. */
  readonly refusal: string | null
}

/** What can be done with a section, block or row: the same commands as in the palette. */
export function PageMenu({ surface, refusal }: PageMenuProps) {
  const [asked, setAsked] = useState<AskedMenu | null>(null)
  useEffect(() => surface.menuAsked.subscribe(setAsked), [surface])
  return (
    <PointMenu
      label={asked ? words.menuOf[asked.kind] : ''}
      at={asked?.at ?? null}
      groups={asked ? groups[asked.kind].map((ids) => ids.map((id) => entryOf(id, refusal))) : []}
      note={refusal}
      width={300}
      onClose={() => setAsked(null)}
    />
  )
}

function entryOf(id: PageCommandId, refusal: string | null): PointMenuEntry {
  const command = allCommands().find((one) => one.id === id)
  const off = command?.enabled?.() === false
  return {
    title: command?.title ?? id,
    shortcut: command?.shortcut,
    off,
    why: off && refusal !== null ? refusal : undefined,
    run: () => void runCommand(id)
  }
}
