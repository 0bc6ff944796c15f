import { Button, CopyButton } from '@mantine/core'
import type { ContentPath } from '../../../../common/content/paths'
import type { PublishStatus } from '../../../../common/publishing/answers'
import { environments, type Environment } from '../../../../common/publishing/environments'
import { exactTime, relativeTime } from '../../components/formats'
import { desktop } from '../../workbench/bridge'
import { setLocalApi, useLocalApi } from '../../workbench/local-api'
import { openCompare, openTool } from '../../workbench/workbench'
import { publicAddress } from './addresses'
import { openOutside } from './open-outside'
import { environmentState, sentenceFor } from './publish-state'
import { askUnpublish } from './publish-actions'
import { showPublished } from './PublishedView'
import { useChangeSince } from './useChangeSince'
import classes from './Publishing.module.css'

interface PublishDetailsProps {
  readonly path: ContentPath
  readonly status: PublishStatus
  readonly canWrite: boolean
  readonly onDone: () => void
}

/**
 * Live and preview: since when, by whom, whether it is what is here, where it is found, and taking it back.
 */
export function PublishDetails({ path, status, canWrite, onDone }: PublishDetailsProps) {
  const api = useLocalApi()
  const isSomewhere = environments.some((environment) => status[environment].status === 200)
  return (
    <div className={classes.details}>
      {(['live', 'preview'] as const).map((environment) => (
        <EnvironmentRow key={environment} {...{ environment, path, status, onDone }} />
      ))}
      {isSomewhere && api.origin === null && (
        <div className={classes.note}>
          <p>
            Browsers and scripts on this machine reach these addresses while the Local API is on. It listens
            on this machine only; writing needs a token, and what is published is open to any program here
            unless its site is protected.
          </p>
          {api.problem !== undefined && <p role="alert">{api.problem}</p>}
          <Button variant="default" size="compact-xs" onClick={() => void setLocalApi(true)}>
            Turn on the Local API
          </Button>
        </div>
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
  const { origin } = useLocalApi()
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
      {state.freshness === 'changed' && <Change {...{ environment, path, status, onDone }} />}
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
                onClick={() => openOutside(address, publicAddress(path, environment, structured, null))}
              >
                {desktop() ? 'Open in the browser' : 'Open in a new tab'}
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
            {environment === 'live' && (
              <Button
                variant="default"
                size="compact-xs"
                onClick={() => {
                  onDone()
                  openTool('site', path)
                }}
              >
                Open the live site here
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  )
}

/** What publishing would change, and the way to look at it. */
function Change({ environment, path, status, onDone }: EnvironmentRowProps) {
  const key = `${status[environment].sourceEtag ?? ''} ${status.edit.etag ?? ''}`
  const line = useChangeSince(path, environment, true, key)
  return (
    <div className={classes.change}>
      {line !== '' && <span>Since then: {line}.</span>}
      <Button
        variant="default"
        size="compact-xs"
        onClick={() => {
          onDone()
          openCompare(path, { kind: 'published', path, environment }, { kind: 'current', path })
        }}
      >
        {environment === 'live' ? 'Compare with live' : 'Compare with preview'}
      </Button>
    </div>
  )
}
