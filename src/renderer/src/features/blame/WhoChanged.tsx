import { modals } from '@mantine/modals'
import { useEffect, useMemo } from 'react'
import classes from '../../engines/diff-views/views/Views.module.css'
import { BlameAnswer } from './BlameLine'
import { blameFor } from './find-blame'
import { useBlame } from './useBlame'
import { viewCommand } from '../../workbench/commands/view-commands'
import type { WhoChangedRequest } from './who-changed'

/** Opens a small dialog that looks at once; closing it ends the search. */
export function showWhoChanged(request: WhoChangedRequest): void {
  const id = modals.open({
    title: viewCommand('history.who-changed').title,
    size: 'md',
    children: <WhoChanged request={request} onClose={() => modals.close(id)} />
  })
}

/** Signs of a title: a deep place has a long one. */
const MOST = 240

interface WhoChangedProps {
  readonly request: WhoChangedRequest
  readonly onClose: () => void
}

function WhoChanged({ request, onClose }: WhoChangedProps) {
  const find = useMemo(() => {
    const { path, isConfig } = request.of
    const shown = { kind: isConfig ? 'config-draft' : 'draft', path } as const
    return blameFor(request.of, request.format, shown, { in: 'after', place: request.place })
  }, [request])
  const blaming = useBlame(find)
  const { ask } = blaming
  useEffect(() => ask(), [ask])
  return (
    <div className={classes.whoChanged}>
      <b>{request.title.length > MOST ? `…${request.title.slice(-MOST)}` : request.title}</b>
      <BlameAnswer blaming={blaming} onLeave={onClose} />
    </div>
  )
}
