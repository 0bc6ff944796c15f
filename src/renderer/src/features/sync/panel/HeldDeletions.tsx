import { Button } from '@mantine/core'
import type { SyncPair } from '../../../../../common/sync'
import { Note } from '../Note'
import { runNow } from '../sync-actions'
import { count } from '../words'
import classes from '../sync.module.css'

/** Many deletions at once, with their list, before they happen (Y2). */
export function HeldDeletions({ pair }: { readonly pair: SyncPair }) {
  const held = pair.status.last?.held
  if (!held || held.local.length + held.remote.length === 0) return null
  return (
    <>
      {(['local', 'remote'] as const).map((side) => {
        const paths = held[side]
        if (paths.length === 0) return null
        const what =
          side === 'local'
            ? `${count(paths.length, 'file')} deleted on the server. Move them to the trash here, too?`
            : `${count(paths.length, 'file')} deleted here. Delete them on the server, too?`
        return (
          <Note key={side} title={what}>
            <p className={classes.text}>So many at once may be a mistake, so they wait for your yes.</p>
            <details>
              <summary>Show the list</summary>
              {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list scrolls, also by the keyboard */}
              <ul className={classes.held} tabIndex={0} aria-label="Deletions that wait">
                {paths.map((path) => (
                  <li key={path}>{path}</li>
                ))}
              </ul>
            </details>
            <div className={classes.buttons}>
              <Button size="compact-sm" color="red" onClick={() => void runNow(pair.id, { approved: paths })}>
                {side === 'local' ? 'Move to the trash' : 'Delete on the server'}
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => void runNow(pair.id, { refused: paths })}
              >
                {side === 'local' ? 'Keep them, and send them again' : 'Bring them back here'}
              </Button>
            </div>
          </Note>
        )
      })}
    </>
  )
}
