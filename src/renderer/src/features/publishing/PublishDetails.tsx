import { Button, CopyButton } from '@mantine/core'
import type { ContentPath } from '../../../../common/content/paths'
import type { PublishStatus } from '../../../../common/publishing/answers'
import { environments, type Environment } from '../../../../common/publishing/environments'
import { exactTime, relativeTime } from '../../components/time'
import { listeningOrigin, publicAddress } from './addresses'
import { environmentState, sentenceFor } from './publish-state'
import { askUnpublish } from './publish-actions'
import { showPublished } from './PublishedView'
import classes from './Publishing.module.css'

interface PublishDetailsProps {
  readonly path: ContentPath
  readonly status: PublishStatus
  readonly canWrite: boolean
  readonly onDone: () => void
}

/** Live and preview: since when, by whom, whether it is what is here, where it is found, and taking it back. */
export function PublishDetails({ path, status, canWrite, onDone }: PublishDetailsProps) {
  const isSomewhere = environments.some((environment) => status[environment].status === 200)
  return (
    <div className={classes.details}>
      {(['live', 'preview'] as const).map((environment) => (
        <EnvironmentRow key={environment} {...{ environment, path, status, onDone }} />
      ))}
      {isSomewhere && listeningOrigin() === null && (
        <p className={classes.note}>
          This app opens no port, so the address begins where the workspace is served: close the app and run
          “npm run serve” with this workspace, then put its address in front.
        </p>
      )}
      {isSomewhere && canWrite && (
        <div className={classes.end}>
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            onClick={() => {
              onDone()
              askUnpublish(path)
            }}
          >
            Unpublish…
          </Button>
        </div>
      )}
    </div>
  )
}

interface EnvironmentRowProps extends Omit<PublishDetailsProps, 'canWrite'> {
  readonly environment: Environment
}

function EnvironmentRow({ environment, path, status, onDone }: EnvironmentRowProps) {
  const state = environmentState(
    status[environment],
    status.edit.status === 200 ? (status.edit.etag ?? null) : null
  )
  const origin = listeningOrigin()
  const structured = status[environment].kind === 'structured'
  const address = publicAddress(path, environment, structured, origin)
  return (
    <section className={classes.environment} data-freshness={state.freshness}>
      <h3>
        <i aria-hidden="true" className={classes.dot} data-freshness={state.freshness} />
        {environment === 'live' ? 'Live' : 'Preview'}
      </h3>
      <p>
        {sentenceFor(environment, state)}
        {state.at !== null && (
          <span className={classes.quiet} title={exactTime(state.at)}>
            {' '}
            Published {relativeTime(state.at)} by {state.by}.
          </span>
        )}
      </p>
      {state.freshness !== 'never' && (
        <>
          <code className={classes.address}>{address}</code>
          <div className={classes.actions}>
            <CopyButton value={address}>
              {({ copied, copy }) => (
                <Button variant="default" size="compact-xs" onClick={copy}>
                  {copied ? 'Copied' : 'Copy address'}
                </Button>
              )}
            </CopyButton>
            {origin !== null && (
              <Button
                variant="default"
                size="compact-xs"
                onClick={() => window.open(address, '_blank', 'noopener')}
              >
                Open in a new tab
              </Button>
            )}
            <Button
              variant="default"
              size="compact-xs"
              onClick={() => {
                onDone()
                showPublished(path, environment, structured)
              }}
            >
              Look at it
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
