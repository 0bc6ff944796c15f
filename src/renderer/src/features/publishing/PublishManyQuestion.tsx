import { Button, Group, Progress } from '@mantine/core'
import { useRef, useState } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import type { Environment } from '../../../../common/publishing/environments'
import type { JobResource } from '../../../../common/publishing/jobs'
import { isBlocked, needsLook, useBeforePublishing, type BeforePublishing } from './before-publishing'
import { publishWord, sumSentences, sumsOf } from './check-words'
import { CheckedItems } from './CheckedItems'
import { useManyCheck, type ManyCheck } from './useManyCheck'
import { numberText } from '../../components/formats'
import classes from './Publishing.module.css'

interface PublishManyQuestionProps {
  readonly site: ContentPath
  /** As a job takes them. */
  readonly paths: readonly string[]
  readonly withFolders: boolean
  readonly onCancel: () => void
  readonly onStart: (environment: Environment, paths: readonly string[]) => void
}

/** A job takes no more paths than this by name. */
const MOST_NAMED = 100_000

/**
 * Before many are published: what readers will see changed, and what is wrong with it, in the numbers that
 * the job will have (U7).
 */
export function PublishManyQuestion({
  site,
  paths,
  withFolders,
  onCancel,
  onStart
}: PublishManyQuestionProps) {
  /** Publish was pressed before the check was done: it goes on by itself when nothing is wrong. */
  const [waits, setWaits] = useState(false)
  const wanted = useRef(false)
  const choice = useBeforePublishing()

  const start = (environment: Environment, resources: readonly JobResource[] | null) =>
    onStart(environment, environment === 'live' ? namedIn(resources, paths, choice) : paths)
  const check = useManyCheck(site, paths, (found) => {
    setWaits(false)
    if (wanted.current && found.kind === 'done' && !isWrong(found.resources)) start('live', found.resources)
  })

  const wrong = check.kind === 'done' && isWrong(check.resources)
  const allLeftOut =
    check.kind === 'done' &&
    check.resources.length > 0 &&
    check.resources.every((one) => isLeftOut(one, choice))
  const publish = () => {
    if (check.kind !== 'running') return start('live', check.kind === 'done' ? check.resources : null)
    wanted.current = true
    setWaits(true)
  }
  return (
    <div className={classes.question}>
      <p>
        {withFolders
          ? 'Everything in it is published as it is now, with what lies in its folders. '
          : 'Each is published as it is now. '}
        What has not changed since it was published stays as it is.
      </p>
      <CheckState check={check} choice={choice} />
      {check.kind === 'done' && (
        <CheckedItems {...{ site, choice }} resources={check.resources} onLeave={onCancel} />
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="default" onClick={() => start('preview', null)}>
          Preview
        </Button>
        <Button
          data-autofocus
          color={wrong ? 'red' : 'indigo'}
          loading={waits}
          disabled={allLeftOut || (check.kind === 'failed' && choice === 'block')}
          onClick={publish}
        >
          {publishWord('live', wrong && choice !== 'block')}
        </Button>
      </Group>
    </div>
  )
}

function CheckState({ check, choice }: { readonly check: ManyCheck; readonly choice: BeforePublishing }) {
  if (check.kind === 'failed') return <p role="alert">The check could not be made. {check.message}</p>
  if (check.kind === 'running') {
    const { processed, total } = check.progress ?? { processed: 0, total: 0 }
    return (
      <div role="status">
        <p>
          {total === 0
            ? 'Looking for what there is to publish…'
            : `Checking: ${numberText(processed)} of ${numberText(total)}`}
        </p>
        <Progress value={total === 0 ? 0 : (processed / total) * 100} aria-label="Checked" />
      </div>
    )
  }
  const { resources } = check
  return (
    <p role="status">
      {sumSentences(sumsOf(resources), resources.filter((one) => isLeftOut(one, choice)).length).join(' ')}
    </p>
  )
}

const isLeftOut = ({ check }: JobResource, choice: BeforePublishing): boolean =>
  check !== undefined && isBlocked(choice, check)

const isWrong = (resources: readonly JobResource[]): boolean =>
  resources.some(({ check, error }) => error !== undefined || (check !== undefined && needsLook(check)))

/** Exactly what was checked, without what is left out. */
function namedIn(
  resources: readonly JobResource[] | null,
  paths: readonly string[],
  choice: BeforePublishing
): readonly string[] {
  if (resources === null || resources.length === 0) return paths
  const going = resources.filter((one) => !isLeftOut(one, choice))
  if (going.length === resources.length && going.length > MOST_NAMED) return paths
  return going.slice(0, MOST_NAMED).map(({ resourcePath }) => resourcePath)
}
