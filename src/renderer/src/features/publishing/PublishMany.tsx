import { Button, Group } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ContentPath } from '../../../../common/content/paths'
import { siteFolder } from '../../../../common/publishing/addresses'
import type { Environment } from '../../../../common/publishing/environments'
import {
  failedOf,
  publishMany,
  sentenceAbout,
  notifyDone,
  titleOf,
  unpublishMany,
  requestFor
} from './publish-many'
import type { Chosen, ManyOutcome } from './publish-many'
import { showJob } from './jobs/chosen-job'
import { PublishManyQuestion } from './PublishManyQuestion'
import { numberText } from '../../components/formats'
import classes from './Publishing.module.css'

/** Checks everything that is chosen, asks where to, publishes it, and tells what became of it (U1, U7). */
export function askPublishMany(chosen: readonly Chosen[]): void {
  const [first] = chosen
  if (!first) return
  const site = siteFolder(first.path)
  const id = modals.open({
    title: `Publish ${titleOf(chosen)}`,
    size: 'lg',
    children: (
      <PublishManyQuestion
        site={site}
        paths={requestFor(chosen)}
        withFolders={chosen.some(({ folder }) => folder)}
        onCancel={() => modals.close(id)}
        onStart={(environment, paths) => {
          modals.close(id)
          void publishAndTell(site, paths, environment)
        }}
      />
    )
  })
}

/** Asks, then takes everything that is chosen from readers: live and preview. The sources stay. */
export function askUnpublishMany(chosen: readonly Chosen[]): void {
  const [first] = chosen
  if (!first) return
  modals.openConfirmModal({
    title: `Unpublish ${titleOf(chosen)}?`,
    children: (
      <p style={{ margin: 0 }}>
        {chosen.some(({ folder }) => folder)
          ? 'Everything in it that is published goes from live and preview, also what lies in its folders and what has no document here any more. '
          : chosen.length === 1
            ? 'It goes from live and preview. '
            : 'They go from live and preview. '}
        Readers get “not found” from then on.{' '}
        {chosen.every(({ gone }) => gone === true)
          ? 'There is no document of it here any more: to publish it again, bring it back first.'
          : 'The documents stay as they are, with their history.'}
      </p>
    ),
    labels: { confirm: 'Unpublish', cancel: 'Cancel' },
    confirmProps: { color: 'red' },
    onConfirm: () => void takeOut(siteFolder(first.path), requestFor(chosen))
  })
}

async function takeOut(site: ContentPath, paths: readonly string[]): Promise<void> {
  const outcome = await unpublishMany(site, paths)
  if (!outcome) return
  if (failedOf(outcome).length === 0) notifyDone(outcome)
  else showFailed(outcome)
}

/** Publishes paths of a site, and tells what became of them. Resolves to whether all went. */
export async function publishAndTell(
  site: ContentPath,
  paths: readonly string[],
  environment: Environment
): Promise<boolean> {
  const outcome = await publishMany(site, paths, environment)
  if (!outcome) return false
  const allWent = failedOf(outcome).length === 0
  if (allWent) notifyDone(outcome)
  else showFailed(outcome)
  return allWent
}

function showFailed(outcome: ManyOutcome): void {
  const failed = failedOf(outcome)
  const { site, environment } = outcome
  const verb = outcome.removed === true ? 'unpublished' : 'published'
  const again = () => {
    modals.close(id)
    const paths = failed.map(({ resourcePath }) => resourcePath)
    void (outcome.removed === true ? takeOut(site, paths) : publishAndTell(site, paths, environment))
  }
  const id = modals.open({
    title:
      failed.length === 1
        ? `One item was not ${verb}`
        : `${numberText(failed.length)} items were not ${verb}`,
    size: 'lg',
    children: (
      <div className={classes.question}>
        <p>{sentenceAbout(outcome)}</p>
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls is reached by keyboard */}
        <ul className={classes.failed} tabIndex={0} aria-label={`Not ${verb}`}>
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
          <Button
            variant="default"
            onClick={() => {
              modals.close(id)
              showJob(site, outcome.job)
            }}
          >
            Show all results
          </Button>
          <Button onClick={again}>Try these again</Button>
        </Group>
      </div>
    )
  })
}
