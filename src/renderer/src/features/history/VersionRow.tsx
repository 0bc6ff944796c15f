import { Button, Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCopy,
  IconDots,
  IconEye,
  IconGitCompare,
  IconHistoryToggle
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Person, VersionRecord } from '../../../../common/api/types'
import type { ContentPath } from '../../../../common/content/paths'
import { openCompare } from '../../app/workbench'
import { IconButton } from '../../components/IconButton'
import { changesBetween, type Changes } from './changes'
import { versionRef } from './compare-newest'
import { restoreVersion } from './restore'
import { makersOf } from './timeline'
import { exactTime, timeAgo } from './times'
import classes from './HistoryPanel.module.css'
import { tell } from '../../components/toast'

interface VersionRowProps {
  readonly path: ContentPath
  readonly version: VersionRecord
  readonly inRun: boolean
  /** The next older version; null for the first. */
  readonly previous: VersionRecord | null
  readonly me: Person | null
  readonly now: number
  readonly open: boolean
  readonly picked: VersionRecord | null
  readonly onToggle: () => void
  readonly onPick: (version: VersionRecord) => void
}

/** One version: who, when, label; opened, what changed in a few words and what can be done. */
export function VersionRow(props: VersionRowProps) {
  const { path, version, inRun, me, now, open, picked, onToggle, onPick } = props
  const makers = makersOf(version) === me?.email ? 'You' : makersOf(version)
  const isPicked = picked?.url === version.url
  return (
    <div
      className={classes.version}
      data-labelled={version.label !== undefined || undefined}
      data-open={open || undefined}
      data-run={inRun || undefined}
    >
      <button
        type="button"
        className={classes.head}
        aria-expanded={open}
        onClick={() => (picked && !isPicked ? onPick(version) : onToggle())}
      >
        <span className={classes.what}>{version.label ?? makers}</span>
        <time
          className={classes.time}
          dateTime={new Date(version.timestamp).toISOString()}
          title={exactTime(version.timestamp)}
        >
          {timeAgo(version.timestamp, now)}
        </time>
        <span className={classes.quiet}>
          {isPicked
            ? 'Picked for comparing'
            : picked
              ? 'Compare with this one'
              : version.label === undefined
                ? 'Saved'
                : makers}
        </span>
      </button>
      {open && <Actions path={path} version={version} previous={props.previous} onPick={onPick} />}
    </div>
  )
}

type ActionsProps = Pick<VersionRowProps, 'path' | 'version' | 'previous' | 'onPick'>

function Actions({ path, version, previous, onPick }: ActionsProps) {
  const ref = versionRef(path, version)
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(version.url, location.origin).href)
    tell('Address copied.')
  }
  return (
    <>
      {previous && <ChangeWords before={previous.url} after={version.url} />}
      <div className={classes.actions}>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => openCompare(path, ref, { kind: 'current', path })}
        >
          Compare
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => void restoreVersion(path, version)}>
          Restore
        </Button>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <IconButton label="More actions" size={22}>
              <IconDots size={14} />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconEye size={14} />} onClick={() => openCompare(path, ref, ref)}>
              View
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
              onClick={() => void restoreVersion(path, version)}
            >
              Restore
            </Menu.Item>
            <Menu.Item leftSection={<IconCopy size={14} />} onClick={() => void copy()}>
              Copy address
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </>
  )
}

/** `+ 3 − 1 lines` since the version before. */
function ChangeWords({ before, after }: { readonly before: string; readonly after: string }) {
  const [changes, setChanges] = useState<Changes | null>(null)
  useEffect(() => {
    let wanted = true
    changesBetween(before, after).then(
      (found) => wanted && setChanges(found),
      () => {}
    )
    return () => {
      wanted = false
    }
  }, [before, after])
  if (!changes) return <p className={classes.words}>&nbsp;</p>
  if (changes.added + changes.removed === 0)
    return <p className={classes.words}>Same content as the version before</p>
  return (
    <p className={classes.words}>
      {changes.added > 0 && <span className={classes.added}>+ {changes.added}</span>}{' '}
      {changes.removed > 0 && <span className={classes.removed}>− {changes.removed}</span>}{' '}
      {changes.added + changes.removed === 1 ? 'line' : 'lines'} since the version before
    </p>
  )
}
