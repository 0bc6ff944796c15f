import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import type { MomentChange } from '../../../../common/moment/answers'
import { ChangeRow } from './ChangeRow'
import classes from './moment.module.css'

interface ChangeListProps {
  readonly scope: ContentPath
  readonly moment: number
  readonly changes: readonly MomentChange[]
  readonly isChosen: (change: MomentChange) => boolean
  readonly isOpen: (change: MomentChange) => boolean
  readonly onCheck: (change: MomentChange, checked: boolean) => void
  /** Absent: the list is of one moment alone. */
  readonly onMoment?: (moment: number) => void
}

/** Every file that is not as it was. */
export function ChangeList(props: ChangeListProps) {
  const { scope, moment, changes, isChosen, isOpen, onCheck, onMoment } = props
  const scroller = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react-hooks/incompatible-library -- the virtualizer is read in this component only
  const virtual = useVirtualizer({
    count: changes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 36,
    overscan: 12
  })
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by keyboard
    <div ref={scroller} className={classes.list} tabIndex={0} role="region" aria-label="Changed files">
      <ul style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((line) => {
          const change = changes[line.index]
          return change ? (
            <ChangeRow
              key={change.id}
              scope={scope}
              moment={moment}
              change={change}
              top={line.start}
              checked={isChosen(change)}
              disabled={!isOpen(change)}
              onCheck={(checked) => onCheck(change, checked)}
              {...(onMoment && { onMoment })}
            />
          ) : null
        })}
      </ul>
    </div>
  )
}
