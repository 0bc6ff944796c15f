import { Button } from '@mantine/core'
import type { SyncPair } from '../../../../../common/sync'
import { runNow } from '../sync-actions'
import { clashWords, count, reasonWords } from '../words'
import { Part } from './Part'
import { FileLink } from './FileLink'

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
      {failures.length > 0 && (
        <Part
          title={`What did not work: ${count(failures.length, 'error')}`}
          tone="bad"
          actions={
            <Button
              variant="default"
              size="compact-xs"
              disabled={state === 'running'}
              onClick={() => void runNow(pair.id)}
            >
              Try all again
            </Button>
          }
        >
          <ul aria-label="Errors">
            {failures.map(({ path, reason, message }, index) => {
              const isConfig = path.startsWith('config ')
              const isWhole = path === '/' || path === ''
              return (
                <li key={`${path} ${index}`}>
                  <FileLink
                    path={pair.local + path}
                    isConfig={isConfig}
                    shown={isWhole ? pair.remote : path}
                    isGone={isWhole || isConfig}
                  />
                  <small>
                    {reasonWords(reason)}: {message}
                  </small>
                </li>
              )
            })}
          </ul>
        </Part>
      )}
    </>
  )
}
