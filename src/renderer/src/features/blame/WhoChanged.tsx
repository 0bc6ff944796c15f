import { modals } from '@mantine/modals'
import { useEffect, useMemo } from 'react'
import classes from '../../engines/diff-views/views/Views.module.css'
import { BlameAnswer } from './BlameLine'
import { blameFor } from './find-blame'
import { useBlame } from './useBlame'
import { viewCommand } from '../../workbench/commands/view-commands'
import type { WhoChangedWish } from './who-changed'

/** Opens a small dialog that looks at once; closing it ends the search. */
export function showWhoChanged(wish: WhoChangedWish): void {
  const id = modals.open({
    title: viewCommand('history.who-changed').title,
    size: 'md',
    children: <WhoChanged wish={wish} onClose={() => modals.close(id)} />
  })
}

/** Signs of a title: a deep place has a long one. */
const MOST = 240

interface WhoChangedProps {
  readonly wish: WhoChangedWish
  readonly onClose: () => void
}

function WhoChanged({ wish, onClose }: WhoChangedProps) {
  const find = useMemo(() => {
    const { path, isConfig } = wish.of
    const shown = { kind: isConfig ? 'config-draft' : 'draft', path } as const
    return blameFor(wish.of, wish.format, shown, { in: 'after', place: wish.place })
  }, [wish])
  const blaming = useBlame(find)
  const { ask } = blaming
  useEffect(() => ask(), [ask])
  return (
    <div className={classes.whoChanged}>
      <b>{wish.title.length > MOST ? `…${wish.title.slice(-MOST)}` : wish.title}</b>
      <BlameAnswer blaming={blaming} onLeave={onClose} />
    </div>
  )
}
