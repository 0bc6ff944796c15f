import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { SyncPair, SyncRun } from '../../../../../common/sync'
import { runNow } from '../sync-actions'
import { clashWords, count, reasonWords } from '../words'
import { Part } from './Part'
import { FileLink } from './FileLink'
import classes from '../sync.module.css'

/** What the last run could not do, why, and the way to try again. */
export function Failures({ pair }: { readonly pair: SyncPair }) {
  const { last, state } = pair.status
  if (!last) return null
  const { failures, clashes } = last
  return (
    <>
      {clashes.length > 0 && (
        <Part title="Names that fall together">
          <ul>
            {clashes.map(({ reason, paths }) => (
              <li key={paths.join()}>
                <b>{paths.join(' · ')}</b>
                <small>{clashWords(reason)}</small>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {failures.length > 0 && <Failed pair={pair} failures={failures} isRunning={state === 'running'} />}
    </>
  )
}

interface FailedProps {
  readonly pair: SyncPair
  readonly failures: SyncRun['failures']
  readonly isRunning: boolean
}

/** Each can be tried again, several together, or all. */
function Failed({ pair, failures, isRunning }: FailedProps) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const chosen = failures.filter(({ path }) => picked.has(path)).map(({ path }) => path)
  const pick = (path: string, isPicked: boolean) =>
    setPicked(
      (before) => new Set([...[...before].filter((one) => one !== path), ...(isPicked ? [path] : [])])
    )
  const again = async (paths: readonly string[]) => {
    await runNow(pair.id, { paths })
    setPicked(new Set())
  }
  return (
    <Part
      title={`What did not work: ${count(failures.length, 'error')}`}
      tone="bad"
      actions={
        <Button variant="default" size="compact-xs" disabled={isRunning} onClick={() => void again(chosen)}>
          {chosen.length === 0 ? 'Try all again' : `Try ${count(chosen.length, 'file')} again`}
        </Button>
      }
    >
      <ul aria-label="Errors">
        {failures.map(({ path, reason, message }, index) => {
          const isConfig = path.startsWith('config ')
          const isWhole = path === '/' || path === ''
          const shown = isWhole ? pair.remote : path
          return (
            <li key={`${path} ${index}`} className={classes.failed}>
              {failures.length > 1 && (
                <Checkbox
                  size="xs"
                  aria-label={`Choose ${shown}`}
                  checked={picked.has(path)}
                  onChange={(event) => pick(path, event.currentTarget.checked)}
                />
              )}
              <span>
                <FileLink
                  path={pair.local + path}
                  isConfig={isConfig}
                  shown={shown}
                  isGone={isWhole || isConfig}
                />
                <small>
                  {reasonWords(reason)}: {message}
                </small>
              </span>
              <Button
                variant="default"
                size="compact-xs"
                disabled={isRunning}
                aria-label={`Try again: ${shown}`}
                onClick={() => void again([path])}
              >
                Try again
              </Button>
            </li>
          )
        })}
      </ul>
    </Part>
  )
}
