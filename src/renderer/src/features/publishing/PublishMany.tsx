import { Button, Group } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ContentPath } from '../../../../common/content/paths'
import { siteFolder } from '../../../../common/publishing/addresses'
import type { Environment } from '../../../../common/publishing/environments'
import { failedOf, publishMany, sentenceAbout, tellDone, titleOf, wishFor } from './publish-many'
import type { Chosen, ManyOutcome } from './publish-many'
import classes from './Publishing.module.css'

/** Asks where to, publishes everything that is chosen, and tells what became of it (U1). */
export function askPublishMany(chosen: readonly Chosen[]): void {
  const [first] = chosen
  if (!first) return
  const start = (environment: Environment) => {
    modals.close(id)
    void work(siteFolder(first.path), wishFor(chosen), environment)
  }
  const id = modals.open({
    title: `Publish ${titleOf(chosen)}`,
    children: (
      <div className={classes.details}>
        <p>
          {chosen.some(({ folder }) => folder)
            ? 'Everything in it is published as it is now, with what lies in its folders. '
            : 'Each is published as it is now. '}
          What has not changed since it was published stays as it is.
        </p>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={() => modals.close(id)}>
            Cancel
          </Button>
          <Button variant="default" onClick={() => start('preview')}>
            Preview
          </Button>
          <Button data-autofocus onClick={() => start('live')}>
            Publish
          </Button>
        </Group>
      </div>
    )
  })
}

async function work(site: ContentPath, paths: readonly string[], environment: Environment): Promise<void> {
  const outcome = await publishMany(site, paths, environment)
  if (!outcome) return
  if (failedOf(outcome).length === 0) tellDone(outcome)
  else showFailed(outcome)
}

function showFailed(outcome: ManyOutcome): void {
  const failed = failedOf(outcome)
  const { site, environment } = outcome
  const again = () => {
    modals.close(id)
    void work(
      site,
      failed.map(({ resourcePath }) => resourcePath),
      environment
    )
  }
  const id = modals.open({
    title:
      failed.length === 1
        ? 'One item was not published'
        : `${failed.length.toLocaleString('en')} items were not published`,
    size: 'lg',
    children: (
      <div className={classes.details}>
        <p>{sentenceAbout(outcome)}</p>
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls is reached by keyboard */}
        <ul className={classes.failed} tabIndex={0} aria-label="Not published">
          {failed.map(({ resourcePath, error }) => (
            <li key={resourcePath}>
              <code>{resourcePath}</code>
              <span>{error}</span>
            </li>
          ))}
        </ul>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={() => modals.close(id)}>
            Close
          </Button>
          <Button onClick={again}>Try these again</Button>
        </Group>
      </div>
    )
  })
}
