import { ActionIcon, Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCopy,
  IconDots,
  IconEye,
  IconGitCompare,
  IconHistory,
  IconHistoryToggle
} from '@tabler/icons-react'
import type { ContentPath } from '../../../../common/content/paths'
import { openCompare } from '../../app/workbench'
import { Menu } from '../../components/Menu'
import { tell } from '../../components/toast'
import { useRefusal } from '../forms/rights'
import { openMoment } from '../moment'
import { siteOf } from '../tree'
import { versionRef } from './compare-newest'
import { isRemote } from './remote-versions'
import { restoreState } from './restore'
import type { KnownVersion } from './written'
import classes from './HistoryPanel.module.css'

export interface VersionActionsProps {
  readonly path: ContentPath
  readonly version: KnownVersion
  /** The next older version; null for the first. */
  readonly previous: KnownVersion | null
  readonly onPick: (version: KnownVersion) => void
}

/** What is done most often with a version. */
export function VersionButtons({ path, version }: Pick<VersionActionsProps, 'path' | 'version'>) {
  const ref = versionRef(path, version)
  const refusal = useRefusal(path)
  return (
    <div className={classes.actions}>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => openCompare(path, ref, { kind: 'current', path })}
      >
        Compare
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        disabled={refusal !== null}
        title={refusal ?? undefined}
        onClick={() => void restoreState(path, ref)}
      >
        Restore
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => openCompare(path, ref, ref)}>
        View
      </Button>
    </div>
  )
}

interface VersionMenuProps extends VersionActionsProps {
  /** What the row is called. */
  readonly name: string
  readonly tabIndex: 0 | -1
}

/** Everything that can be done with a version. */
export function VersionMenu({ path, version, previous, onPick, name, tabIndex }: VersionMenuProps) {
  const ref = versionRef(path, version)
  const refusal = useRefusal(path)
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(version.url, location.origin).href)
    tell('Address copied.')
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          aria-label={`Actions for ${name}`}
          title="More actions"
          size={22}
          tabIndex={tabIndex}
          className={classes.more ?? ''}
        >
          <IconDots size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconEye size={14} />} onClick={() => openCompare(path, ref, ref)}>
          View version
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconGitCompare size={14} />}
          onClick={() => openCompare(path, ref, { kind: 'current', path })}
        >
          Compare with now
        </Menu.Item>
        <Menu.Item
          leftSection={<IconHistoryToggle size={14} />}
          disabled={!previous}
          onClick={() => previous && openCompare(path, versionRef(path, previous), ref)}
        >
          Compare with the version before
        </Menu.Item>
        <Menu.Item leftSection={<IconGitCompare size={14} />} onClick={() => onPick(version)}>
          Compare with another version…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconArrowBackUp size={14} />}
          disabled={refusal !== null}
          title={refusal ?? undefined}
          onClick={() => void restoreState(path, ref)}
        >
          Restore
        </Menu.Item>
        {!isRemote(version) && (
          <>
            <Menu.Item
              leftSection={<IconHistory size={14} />}
              onClick={() => openMoment(siteOf(path), version.timestamp - 1)}
            >
              Bring the site back to this time…
            </Menu.Item>
            <Menu.Item leftSection={<IconCopy size={14} />} onClick={() => void copy()}>
              Copy address
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
