import { Checkbox } from '@mantine/core'
import {
  IconArrowRight,
  IconArrowsDiff,
  IconClockHour4,
  IconMinus,
  IconPencil,
  IconPlus,
  type Icon
} from '@tabler/icons-react'
import { contentPath, type ContentPath } from '../../../../common/content/paths'
import type { MomentChange } from '../../../../common/moment/answers'
import { meansOf, type Person } from '../../../../common/person'
import { openCompare } from '../../workbench/workbench'
import { IconButton } from '../../workbench/IconButton'
import { personName } from '../../components/person'
import { exactTime, relativeTime } from '../../components/formats'
import classes from './moment.module.css'
import { kindWords } from './moments'

const icons: Readonly<Record<MomentChange['kind'], Icon>> = {
  added: IconPlus,
  deleted: IconMinus,
  moved: IconArrowRight,
  changed: IconPencil
}

interface ChangeRowProps {
  readonly scope: ContentPath
  readonly moment: number
  readonly change: MomentChange
  readonly top: number
  readonly checked: boolean
  readonly disabled: boolean
  readonly onCheck: (checked: boolean) => void
  readonly onMoment?: (moment: number) => void
}

/** One file that is not as it was: whether it is to be brought back, what became of it, by whom, when. */
export function ChangeRow(props: ChangeRowProps) {
  const { scope, moment, change, top, checked, disabled, onCheck, onMoment } = props
  const Kind = icons[change.kind]
  const path = below(change.path, scope)
  const { version } = change
  return (
    <li className={classes.row} style={{ transform: `translateY(${top}px)` }} data-kind={change.kind}>
      <Checkbox
        size="xs"
        aria-label={`Bring back ${path}`}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      <span className={classes.kind} title={kindWords[change.kind]}>
        <Kind size={14} stroke={2} aria-hidden="true" />
        <span>{kindWords[change.kind]}</span>
      </span>
      <div className={classes.what}>
        <b title={change.path}>{path}</b>
        {change.from !== undefined && <span>was {below(change.from, scope)}</span>}
        {change.kind === 'moved' && change.rewritten && <span>and changed</span>}
        {change.others && (
          <span title="Others have changed it since, so that it stays as it is.">
            others changed it since
          </span>
        )}
        {!change.exact && (
          <span title="Between two versions there are at most five minutes of typing.">
            the nearest kept state is a few minutes off
          </span>
        )}
      </div>
      <span className={classes.who} title={change.by.map(whoWith).join(', ')}>
        {change.by.map(whoWith).join(', ')}
      </span>
      <span className={classes.when} title={exactTime(change.at)}>
        {relativeTime(change.at)}
      </span>
      <div className={classes.actions}>
        {version !== undefined && change.rewritten && change.kind !== 'deleted' && (
          <IconButton
            label={`Compare ${path} with then`}
            onClick={() => {
              const current = contentPath(change.path)
              openCompare(
                current,
                { kind: 'version', path: current, url: version, timestamp: moment },
                { kind: 'current', path: current }
              )
            }}
          >
            <IconArrowsDiff size={16} stroke={1.5} />
          </IconButton>
        )}
        {onMoment && (
          <IconButton label={`Go to right before ${path} changed`} onClick={() => onMoment(change.at - 1)}>
            <IconClockHour4 size={16} stroke={1.5} />
          </IconButton>
        )}
      </div>
    </li>
  )
}

const whoWith = (person: Person) =>
  person.via ? `${personName(person)} with ${meansOf(person.via)}` : personName(person)

const below = (path: string, scope: ContentPath) =>
  path.startsWith(`${scope}/`) ? path.slice(scope.length + 1) : path
