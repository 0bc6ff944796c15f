import { Button, Group } from '@mantine/core'
import { useRef, useState } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { siteFolder } from '../../../../common/publishing/addresses'
import type { ContentCheck } from '../../../../common/publishing/check-answers'
import type { Environment } from '../../../../common/publishing/environments'
import type { JobResource } from '../../../../common/publishing/jobs'
import type { PageReferences } from '../../../../common/publishing/reference-answers'
import { numberText } from '../../components/formats'
import { beforePublishing, isBlocked, needsLook } from './before-publishing'
import { changeSentence, countWords, publishWord } from './check-words'
import { CheckedProblems } from './CheckedProblems'
import { mayPublish, missingIn, offeredIn, referenceSentence } from './linked'
import { LinkedItems } from './LinkedItems'
import { useManyCheck } from './useManyCheck'
import classes from './Publishing.module.css'

interface PublishQuestionProps {
  readonly path: ContentPath
  readonly environment: Environment
  readonly check: ContentCheck
  /** What it links to and shows; null where that is not asked. */
  readonly references: PageReferences | null
  /** What goes with it, as paths below the site; null: nothing is published. */
  readonly onChoose: (others: readonly string[] | null) => void
}

/**
 * Before one document is published: what readers will see changed, what is wrong with it (U7), and what it
 * links to that can go with it (U13).
 */
export function PublishQuestion({ path, environment, check, references, onChoose }: PublishQuestionProps) {
  const { problems, errors, warnings, unseen } = check
  const [offered] = useState(() => (references === null ? [] : offeredIn(references)))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(references === null ? [] : missingIn(references).map(({ resourcePath }) => resourcePath))
  )
  const [toCheck] = useState(() => offered.filter(mayPublish).map(({ resourcePath }) => resourcePath))
  /**
   * Publish was pressed before the others were checked: it goes on by itself when nothing is wrong with them.
   */
  const [waits, setWaits] = useState(false)
  const wanted = useRef(false)
  const othersCheck = useManyCheck(siteFolder(path), toCheck, (found) => {
    setWaits(false)
    if (!wanted.current || found.kind !== 'done') return
    const going = goingIn(chosen, resultsIn(found.resources))
    if (!isWrong(going, resultsIn(found.resources))) onChoose(going)
  })
  const results = othersCheck.kind === 'done' ? resultsIn(othersCheck.resources) : none
  const going = goingIn(chosen, results)
  const wrong = errors > 0 || unseen > 0 || isWrong(going, results)
  const blocked = isBlocked(beforePublishing(), check)
  const counts = countWords(check)
  const publish = () => {
    if (going.length === 0 || othersCheck.kind !== 'running') return onChoose(going)
    wanted.current = true
    setWaits(true)
  }
  return (
    <div className={classes.question}>
      <p>
        {environment === 'live' && `${changeSentence(check)} `}
        {counts === '' ? 'No problems found.' : `${counts}:`}
      </p>
      {problems.length > 0 && (
        <CheckedProblems {...{ path, problems }} total={errors + warnings} onLeave={() => onChoose(null)} />
      )}
      {blocked && (
        <p>Documents with errors are not published: that is how you have set it in the settings.</p>
      )}
      {references !== null && <p>{referenceSentence(references) || ALL_LIVE}</p>}
      {offered.length > 0 && (
        <LinkedItems
          site={siteFolder(path)}
          items={offered}
          chosen={chosen}
          checked={results}
          isLeftOut={(name) => isLeftOut(name, results)}
          onChoose={setChosen}
          onLeave={() => onChoose(null)}
        />
      )}
      {othersCheck.kind === 'failed' && (
        <p role="alert">What it links to could not be checked. {othersCheck.message}</p>
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" data-autofocus={errors > 0 || undefined} onClick={() => onChoose(null)}>
          Cancel
        </Button>
        <Button
          color={errors > 0 ? 'red' : 'indigo'}
          data-autofocus={errors === 0 || undefined}
          loading={waits}
          disabled={
            blocked || (going.length > 0 && othersCheck.kind === 'failed' && beforePublishing() === 'block')
          }
          onClick={publish}
        >
          {going.length === 0
            ? publishWord(environment, wrong)
            : `Publish ${numberText(going.length + 1)} items${wrong ? ' anyway' : ''}`}
        </Button>
      </Group>
    </div>
  )
}

const ALL_LIVE = 'Everything that it links to in this site is live as it is here.'

type Results = ReadonlyMap<string, JobResource>
const none: Results = new Map()

const resultsIn = (resources: readonly JobResource[]): Results =>
  new Map(resources.map((one) => [one.resourcePath, one]))

const isLeftOut = (name: string, results: Results): boolean => {
  const check = results.get(name)?.check
  return check !== undefined && isBlocked(beforePublishing(), check)
}

const goingIn = (chosen: ReadonlySet<string>, results: Results): readonly string[] =>
  [...chosen].filter((name) => !isLeftOut(name, results))

const isWrong = (going: readonly string[], results: Results): boolean =>
  going.some((name) => {
    const { check, error } = results.get(name) ?? {}
    return error !== undefined || (check !== undefined && needsLook(check))
  })
