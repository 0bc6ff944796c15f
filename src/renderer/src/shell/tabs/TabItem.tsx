import { UnstyledButton } from '@mantine/core'
import { IconGitCompare, IconX } from '@tabler/icons-react'
import { memo, type DragEvent, type MouseEvent } from 'react'
import { nameOf, splitName } from '../../../../common/content/paths'
import { useGone } from '../../workbench/live-tabs'
import { HeldSign } from '../../documents/holds/HeldSign'
import { useHold } from '../../documents/holds/holds'
import { useToolStatus } from '../../documents/tool-status'
import { closeTab, isForNow, keepTab, showTab, type Tab } from '../../workbench/workbench'
import { isUnsaved, useSaveStatus, type SaveStatus } from '../../documents'
import { toolNamed } from '../../workbench/contributions'
import { EntryIcon } from '../../engines/tree/icons'
import classes from './TabStrip.module.css'

/** What the strip does with one of its tabs. */
export interface TabHands {
  readonly onMenu: (tab: Tab, event: MouseEvent) => void
  readonly onDragStart: (tab: Tab, event: DragEvent) => void
  readonly onDragOver: (tab: Tab, event: DragEvent) => void
  readonly onDragEnd: () => void
  readonly onDrop: (tab: Tab, event: DragEvent) => void
}

interface TabItemProps {
  readonly tab: Tab
  readonly title: string
  readonly active: boolean
  readonly focusable: boolean
  readonly dropBefore: boolean
  /** The same ones each time. */
  readonly hands: TabHands
}

/** One open document: its kind, its name, whether something is not saved, and a way to close it. */
export const TabItem = memo(function TabItem({
  tab,
  title,
  active,
  focusable,
  dropBefore,
  hands
}: TabItemProps) {
  const status = useTabStatus(tab)
  const hold = useHold(tab.kind === 'document' ? tab.path : null)
  const forNow = isForNow(tab)
  // what is published stays when the file goes
  const gone = useGone(tab.kind === 'tool' && toolNamed(tab.tool)?.outlivesFile ? null : tab.path)
  const unsaved = isUnsaved(status)
  const troubled = status?.kind === 'failed' || status?.kind === 'conflict'
  return (
    <div
      role="none"
      className={classes.item}
      data-active={active}
      data-drop={dropBefore}
      draggable
      onDragStart={(event) => hands.onDragStart(tab, event)}
      onDragOver={(event) => hands.onDragOver(tab, event)}
      onDragEnd={hands.onDragEnd}
      onDrop={(event) => hands.onDrop(tab, event)}
    >
      <UnstyledButton
        role="tab"
        id={tabElementId(tab)}
        className={classes.tab ?? ''}
        aria-selected={active}
        aria-controls="editor-area"
        tabIndex={focusable ? 0 : -1}
        title={
          forNow ? `${tab.path} (until another file is clicked; double-click to keep it open)` : tab.path
        }
        onClick={() => showTab(tab.id)}
        onDoubleClick={() => keepTab(tab.id)}
        onContextMenu={(event) => hands.onMenu(tab, event)}
        onMouseDown={(event) => {
          if (event.button === 1) event.preventDefault()
        }}
        onAuxClick={(event) => {
          if (event.button === 1) closeTab(tab.id)
        }}
      >
        <TabIcon tab={tab} />
        <span className={classes.title} data-gone={gone} data-for-now={forNow}>
          {title}
        </span>
        <HeldSign hold={hold} />
        {forNow && <span className="visually-hidden">, not kept open</span>}
        {gone && <span className="visually-hidden">, in the trash</span>}
        {unsaved && <span className="visually-hidden">, not saved yet</span>}
      </UnstyledButton>
      <button
        type="button"
        className={classes.close}
        data-unsaved={unsaved}
        data-troubled={troubled}
        tabIndex={-1}
        aria-label={`Close ${title}`}
        onClick={() => closeTab(tab.id)}
      >
        <i aria-hidden="true" />
        <IconX size={14} stroke={1.5} aria-hidden="true" />
      </button>
    </div>
  )
})

/** What is true about the words in a tab; null when there are none. */
export function useTabStatus(tab: Tab | null): SaveStatus | null {
  const ofDocument = useSaveStatus(tab?.kind === 'document' ? tab.path : null)
  return useToolStatus(tab?.id ?? '') ?? ofDocument
}

export function TabIcon({ tab }: { readonly tab: Tab }) {
  if (tab.kind === 'document') {
    const ext = splitName(nameOf(tab.path)).ext.toLowerCase()
    return <EntryIcon entry={{ kind: 'file', path: tab.path, ext }} />
  }
  const Icon = tab.kind === 'compare' ? IconGitCompare : toolNamed(tab.tool)?.icon
  return Icon && <Icon size={16} stroke={1.5} aria-hidden="true" />
}

/** The id of a tab's element; without spaces, as `aria-owns` needs it. */
export function tabElementId(tab: Tab): string {
  return `tab:${encodeURIComponent(tab.id)}`
}
