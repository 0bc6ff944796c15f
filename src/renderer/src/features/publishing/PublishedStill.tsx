import { Button } from '@mantine/core'
import type { ContentPath } from '../../../../common/content/paths'
import { environments } from '../../../../common/publishing/environments'
import { askUnpublish } from './publish-actions'
import { isThere } from './publish-state'
import { showPublished } from './PublishedView'
import { usePublishStatus } from './usePublishStatus'
import classes from './Publishing.module.css'

/**
 * Where a document was: what readers still get of it, and the way to take it from them (U1). Nothing when
 * nothing is published.
 */
export function PublishedStill({ path }: { readonly path: ContentPath }) {
  const [knowledge] = usePublishStatus(path)
  if (knowledge.kind !== 'known') return null
  const { status } = knowledge
  const there = environments.filter((environment) => isThere(status, environment))
  if (there.length === 0 || status.edit.status === 200) return null
  const environment = there.includes('live') ? 'live' : 'preview'
  return (
    <section className={classes.still} aria-label="Still published">
      <p>
        {environment === 'live'
          ? 'It is still live: readers get it as it was published.'
          : 'Its preview is still there, as it was made.'}
      </p>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => showPublished(path, environment, status[environment].kind === 'structured')}
        >
          Look at it
        </Button>
        {status[environment].permissions.includes('write') && (
          <Button
            variant="default"
            size="compact-sm"
            className={classes.takeOut ?? ''}
            onClick={() => askUnpublish(path, true)}
          >
            Unpublish…
          </Button>
        )}
      </div>
    </section>
  )
}
