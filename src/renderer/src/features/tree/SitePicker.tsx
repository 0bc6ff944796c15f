import { UnstyledButton } from '@mantine/core'
import {
  IconCheck,
  IconDownload,
  IconPencil,
  IconPlus,
  IconRestore,
  IconSelector,
  IconSettings2,
  IconTrash
} from '@tabler/icons-react'
import { runCommand } from '../../workbench/commands/commands'
import { updateWorkbench } from '../../workbench/workbench'
import { Menu } from '../../components/Menu'
import classes from './Sidebar.module.css'
import type { Site, Sites } from '../../engines/tree/sites'
import tree from './Tree.module.css'

interface SitePickerProps {
  readonly sites: Sites
  readonly shown: Site | null
}

/** Which site the sidebar shows; all sites by organization, and a way to a new one. */
export function SitePicker({ sites, shown }: SitePickerProps) {
  const all = sites.status === 'ready' ? sites.sites : []
  const orgs = [...new Set(all.map((site) => site.org))]
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.site ?? ''}>
          <div>
            <b>{shown?.name ?? 'No site'}</b>
            <small>{shown?.org ?? (sites.status === 'loading' ? 'Loading…' : 'Make the first one')}</small>
          </div>
          <span className="visually-hidden">, change site</span>
          <IconSelector size={16} stroke={1.5} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {orgs.map((org) => (
          <div key={org} role="none">
            <Menu.Label>{org}</Menu.Label>
            {all
              .filter((site) => site.org === org)
              .map((site) => (
                <Menu.Item
                  key={site.path}
                  rightSection={
                    site.path === shown?.path && <IconCheck size={16} stroke={1.5} aria-label="shown now" />
                  }
                  onClick={() => updateWorkbench((state) => ({ ...state, site: site.path, view: 'tabs' }))}
                >
                  {site.name}
                </Menu.Item>
              ))}
          </div>
        ))}
        {all.length > 0 && <Menu.Divider />}
        <Menu.Item
          leftSection={<IconPlus size={16} stroke={1.5} />}
          onClick={() => void runCommand('file.new-site')}
        >
          New site…
        </Menu.Item>
        <Menu.Item
          leftSection={<IconDownload size={16} stroke={1.5} />}
          onClick={() => void runCommand('site.import')}
          disabled={!shown}
        >
          Import from a published site…
        </Menu.Item>
        <Menu.Item
          leftSection={<IconRestore size={16} stroke={1.5} />}
          onClick={() => void runCommand('site.restore')}
        >
          Bring a site back…
        </Menu.Item>
        {shown && (
          <>
            <Menu.Item
              leftSection={<IconSettings2 size={16} stroke={1.5} />}
              onClick={() => void runCommand('config.org')}
            >
              Config of “{shown.org}”
            </Menu.Item>
            <Menu.Item
              leftSection={<IconPencil size={16} stroke={1.5} />}
              onClick={() => void runCommand('file.rename-site')}
            >
              Rename “{shown.name}”…
            </Menu.Item>
            <Menu.Item
              className={tree.danger ?? ''}
              leftSection={<IconTrash size={16} stroke={1.5} />}
              onClick={() => void runCommand('file.delete-site')}
            >
              Delete “{shown.name}”…
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
