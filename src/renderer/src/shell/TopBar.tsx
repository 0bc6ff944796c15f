import { initials } from '../components/person'
import { UnstyledButton } from '@mantine/core'
import {
  IconArchive,
  IconInfoCircle,
  IconKeyboard,
  IconLayoutSidebar,
  IconLayoutSidebarRight,
  IconLogout,
  IconSearch,
  IconSettings,
  IconSwitchHorizontal
} from '@tabler/icons-react'
import type { WorkspaceInfo } from '../../../common/api/types'
import type { Person } from '../../../common/person'
import { IconButton } from '../workbench/IconButton'
import { Menu } from '../components/Menu'
import { desktop } from '../workbench/bridge'
import { runCommand, useShortcutOf } from '../workbench/commands/commands'
import { usePlaces } from '../workbench/panels'
import { shownShortcut } from '../workbench/commands/shown-keys'
import classes from './TopBar.module.css'

interface TopBarProps {
  readonly workspace: WorkspaceInfo
  readonly owner: Person
}

export function TopBar({ workspace, owner }: TopBarProps) {
  const { sidebar, inspector } = usePlaces()
  const paletteKeys = useShortcutOf('view.palette')
  return (
    <header className={classes.bar}>
      <h1 className={classes.brand}>
        <i data-mark aria-hidden="true" />
        Galley
      </h1>
      <UnstyledButton className={classes.search ?? ''} onClick={() => void runCommand('view.palette')}>
        <IconSearch size={16} stroke={1.5} aria-hidden="true" />
        <span>Search content and commands</span>
        {paletteKeys && <kbd aria-hidden="true">{shownShortcut(paletteKeys)}</kbd>}
      </UnstyledButton>
      <div className={classes.spacer} />
      <IconButton
        label="Sidebar"
        command="view.toggle-sidebar"
        pressed={sidebar !== 'hidden'}
        onClick={() => void runCommand('view.toggle-sidebar')}
      >
        <IconLayoutSidebar size={16} stroke={1.5} />
      </IconButton>
      <IconButton
        label="Inspector"
        command="view.toggle-inspector"
        pressed={inspector !== 'hidden'}
        onClick={() => void runCommand('view.toggle-inspector')}
      >
        <IconLayoutSidebarRight size={16} stroke={1.5} />
      </IconButton>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <UnstyledButton className={classes.avatar ?? ''}>
            <span aria-hidden="true">{initials(owner)}</span>
            <span className="visually-hidden">{owner.name ?? owner.email}: settings and help</span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.who}>
            <b>{owner.name ?? owner.email}</b>
            <span>{owner.email}</span>
            <span>Workspace “{workspace.name}”</span>
          </div>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconSettings size={16} stroke={1.5} />}
            onClick={() => void runCommand('workspace.settings')}
          >
            Settings
          </Menu.Item>
          {desktop() && (
            <Menu.Item
              leftSection={<IconSwitchHorizontal size={16} stroke={1.5} />}
              onClick={() => void runCommand('workspace.switch')}
            >
              Switch workspace…
            </Menu.Item>
          )}
          {desktop() && (
            <Menu.Item
              leftSection={<IconArchive size={16} stroke={1.5} />}
              onClick={() => void runCommand('workspace.back-up')}
            >
              Back up this workspace…
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconKeyboard size={16} stroke={1.5} />}
            onClick={() => void runCommand('help.shortcuts')}
          >
            Keyboard shortcuts
          </Menu.Item>
          <Menu.Item
            leftSection={<IconInfoCircle size={16} stroke={1.5} />}
            onClick={() => void runCommand('help.about')}
          >
            About Galley
          </Menu.Item>
          {workspace.you?.sessionEndsAt !== undefined && (
            <Menu.Item
              leftSection={<IconLogout size={16} stroke={1.5} />}
              onClick={() => void runCommand('session.sign-out')}
            >
              Sign out
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </header>
  )
}
