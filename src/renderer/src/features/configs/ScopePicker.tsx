import { UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { nameOf, segmentsOf, type ContentPath, orgOf } from '../../../../common/content/paths'
import { openTool } from '../../workbench/workbench'
import { Menu } from '../../components/Menu'
import { scopesOf, useConfigPaths } from './config-scopes'
import classes from './configs.module.css'

/**
 * Where a config applies, from the organization down to the path; each part opens the config of that scope. A
 * dot marks those that have one.
 */
export function ScopePicker({ path }: { readonly path: ContentPath }) {
  const paths = useConfigPaths(orgOf(path))
  const elsewhere = [...paths].filter((other) => !scopesOf(path).includes(other)).sort()
  return (
    <nav className={classes.scopes} aria-label="Scope">
      <ol>
        {scopesOf(path).map((scope) => (
          <li key={scope}>
            <button
              type="button"
              aria-current={scope === path ? 'page' : undefined}
              title={`${scopeKind(scope)} ${scope}${paths.has(scope) ? '' : ', no config yet'}`}
              onClick={() => openTool('config', scope)}
            >
              {nameOf(scope)}
              {paths.has(scope) && (
                <>
                  <i aria-hidden="true" />
                  <span className="visually-hidden">, has a config</span>
                </>
              )}
            </button>
          </li>
        ))}
      </ol>
      {elsewhere.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <UnstyledButton
              className={classes.elsewhere ?? ''}
              aria-label="Other configs of the organization"
            >
              <IconChevronDown size={14} stroke={1.5} aria-hidden="true" />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Other configs of {orgOf(path)}</Menu.Label>
            {elsewhere.slice(0, 40).map((other) => (
              <Menu.Item
                key={other}
                leftSection={<IconCheck size={14} stroke={1.5} aria-hidden="true" />}
                onClick={() => openTool('config', other)}
              >
                {segmentsOf(other).slice(1).join('/') || other}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </nav>
  )
}

/** What a config of a path is the config of. */
export function scopeKind(path: ContentPath): string {
  const depth = segmentsOf(path).length
  if (depth === 1) return 'Organization'
  if (depth === 2) return 'Site'
  return nameOf(path).includes('.') ? 'Page' : 'Folder'
}
