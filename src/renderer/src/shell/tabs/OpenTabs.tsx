import { ActionIcon } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { registerCommands } from '../../workbench/commands/commands'
import { viewCommand } from '../../workbench/commands/view-commands'
import { shortcutFor } from '../../workbench/commands/shortcuts'
import { isForNow, showTab, type Tab } from '../../workbench/workbench'
import { Menu } from '../../components/Menu'
import { isUnsaved } from '../../documents'
import { TabIcon, useTabStatus } from './TabItem'
import classes from './TabStrip.module.css'

interface OpenTabsProps {
  readonly tabs: readonly Tab[]
  readonly titles: readonly string[]
  readonly active: string | null
}

/** All open tabs in one list, also those that the strip has no room for. */
export function OpenTabs({ tabs, titles, active }: OpenTabsProps) {
  const [opened, setOpened] = useState(false)
  useEffect(
    () =>
      registerCommands([
        {
          ...viewCommand('go.tabs'),
          shortcut: shortcutFor('mod+shift+O', 'alt+shift+O'),
          run: () => setOpened(true)
        }
      ]),
    []
  )
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" width={300}>
      <Menu.Target>
        <ActionIcon aria-label="Open tabs" title="Open tabs" className={classes.all ?? ''}>
          <IconChevronDown size={16} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu ?? ''}>
        {tabs.map((tab, index) => (
          <Line key={tab.id} tab={tab} title={titles[index] ?? ''} isShown={tab.id === active} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Line({
  tab,
  title,
  isShown
}: {
  readonly tab: Tab
  readonly title: string
  readonly isShown: boolean
}) {
  const unsaved = isUnsaved(useTabStatus(tab))
  return (
    <Menu.Item
      leftSection={<TabIcon tab={tab} />}
      rightSection={unsaved && <i className={classes.dot} aria-hidden="true" />}
      title={tab.path}
      aria-current={isShown ? 'page' : undefined}
      className={classes.line ?? ''}
      onClick={() => showTab(tab.id)}
    >
      <span className={classes.title} data-for-now={isForNow(tab)}>
        {title}
      </span>
      {unsaved && <span className="visually-hidden">, not saved yet</span>}
    </Menu.Item>
  )
}
