import { IconCloud } from '@tabler/icons-react'
import { memo, type KeyboardEvent } from 'react'
import { atStart } from '../../documents'
import { ChangeWords } from './ChangeWords'
import { emailsOf, makerNames } from '../../documents/versions/makers'
import { isRemote } from '../../documents/versions/remote-versions'
import { useSummary } from './summaries'
import { clockOf, dayAndClock, exactTime, timeAgo } from '../../components/formats'
import { VersionButtons, type VersionActionsProps } from './VersionActions'
import { VersionMenu } from './VersionMenu'
import type { KnownVersion } from '../../documents/versions/written'
import classes from './HistoryPanel.module.css'

interface VersionRowProps extends VersionActionsProps {
  readonly inRun: boolean
  /** E-mail of the person at the window. */
  readonly me: string | undefined
  readonly now: number
  readonly open: boolean
  readonly picked: KnownVersion | null
  /** Only one row of the timeline is reached with Tab; arrows lead to the others. */
  readonly tabIndex: 0 | -1
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onToggle: (version: KnownVersion) => void
  /** Whether the list rests: a row that is scrolled past asks for nothing. */
  readonly isStill: () => boolean
}

/** One version: who, when, label; opened, what changed in a few words and what can be done. */
export const VersionRow = memo(function VersionRow(props: VersionRowProps) {
  const { path, version, previous, inRun, me, now, open, picked, tabIndex } = props
  const { onKeyDown, onToggle, onPick, isStill } = props
  const { by, at, when } = version.wrote
  const makers = atStart(makerNames(by, me))
  const isPicked = picked?.url === version.url
  const remote = isRemote(version) ? version.remote : null
  // what the server keeps is read only when somebody compares it
  const isOwn = remote === null && previous !== null && !isRemote(previous)
  const summary = useSummary(
    path,
    isOwn ? { kind: 'version', url: previous.url } : null,
    { kind: 'version', url: version.url },
    isStill
  )
  const where = remote === null ? '' : ` on ${remote.server}`
  const name = version.label ?? `the version of ${dayAndClock(at, now)}`
  return (
    <div
      className={classes.version}
      data-labelled={version.label !== undefined || undefined}
      data-open={open || undefined}
      data-run={inRun || undefined}
      data-remote={remote !== null || undefined}
    >
      <button
        type="button"
        className={classes.head}
        aria-expanded={open}
        tabIndex={tabIndex}
        onKeyDown={onKeyDown}
        onClick={() => (picked && !isPicked ? onPick(version) : onToggle(version))}
      >
        <span
          className={classes.what}
          title={version.label === undefined ? emailsOf(by) : labelledWords(version, me, now)}
        >
          {remote && <IconCloud size={13} stroke={1.75} aria-hidden="true" />}
          {version.label ?? makers}
        </span>
        <time
          className={classes.time}
          dateTime={new Date(at).toISOString()}
          title={`Written ${when === 'then' ? '' : 'until '}${exactTime(at)}`}
        >
          {when === 'then' ? timeAgo(at, now) : `until ${clockOf(at)}`}
        </time>
        <span
          className={classes.quiet}
          title={summary || (version.label === undefined ? undefined : emailsOf(by))}
        >
          {isPicked
            ? 'Picked for comparing'
            : picked
              ? 'Compare with this one'
              : quietWords(version.label === undefined ? null : makers, open ? null : summary, where)}
        </span>
      </button>
      <VersionMenu
        path={path}
        version={version}
        previous={previous}
        onPick={onPick}
        name={name + where}
        tabIndex={tabIndex}
      />
      {open && summary && <p className={classes.words}>{summary}</p>}
      {open && version.label !== undefined && (
        <p className={classes.words}>{labelledWords(version, me, now)}</p>
      )}
      {open && isOwn && <ChangeWords before={previous.url} after={version.url} />}
      {open && <VersionButtons path={path} version={version} />}
    </div>
  )
})

/** Who labelled it may be somebody else than who wrote it, and later. */
const labelledWords = ({ label, timestamp, users }: KnownVersion, me: string | undefined, now: number) =>
  `“${label}” was set ${dayAndClock(timestamp, now)} by ${makerNames(users, me)}`

/** Who wrote a labelled version, and what changed in it; what is not known (yet) is not said. */
const quietWords = (makers: string | null, summary: string | null, where: string): string =>
  where === ''
    ? [makers, summary].filter(Boolean).join(' · ') || 'Saved'
    : [makers, where.trim()].filter(Boolean).join(' · ')
