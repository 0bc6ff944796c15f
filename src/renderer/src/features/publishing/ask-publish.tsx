import { Button, Group } from '@mantine/core'
import { modals } from '@mantine/modals'
import { nameOf, type ContentPath } from '../../../../common/content/paths'
import type { ContentCheck } from '../../../../common/publishing/check-answers'
import type { Environment } from '../../../../common/publishing/environments'
import { beforePublishing, isBlocked } from './before-publishing'
import { changeSentence, countWords, publishWord } from './check-words'
import { CheckedProblems } from './CheckedProblems'
import classes from './Publishing.module.css'

/** Shows what publishing a document changes and what is wrong with it. Resolves to whether it is to be published. */
export function askPublish(
  path: ContentPath,
  environment: Environment,
  check: ContentCheck
): Promise<boolean> {
  return new Promise((resolve) => {
    let goOn = false
    const id = modals.open({
      title: `${publishWord(environment, false)} “${nameOf(path)}”?`,
      size: 'lg',
      onClose: () => resolve(goOn),
      children: (
        <PublishQuestion
          {...{ path, environment, check }}
          onChoose={(choice) => {
            goOn = choice
            modals.close(id)
          }}
        />
      )
    })
  })
}

interface PublishQuestionProps {
  readonly path: ContentPath
  readonly environment: Environment
  readonly check: ContentCheck
  readonly onChoose: (goOn: boolean) => void
}

function PublishQuestion({ path, environment, check, onChoose }: PublishQuestionProps) {
  const { problems, errors, warnings } = check
  const blocked = isBlocked(beforePublishing(), check)
  const counts = countWords(check)
  return (
    <div className={classes.details}>
      <p>
        {environment === 'live' && `${changeSentence(check)} `}
        {counts === '' ? 'No problems found.' : `${counts}:`}
      </p>
      {problems.length > 0 && (
        <CheckedProblems {...{ path, problems }} total={errors + warnings} onLeave={() => onChoose(false)} />
      )}
      {blocked && (
        <p>Documents with errors are not published: that is how you have set it in the settings.</p>
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" data-autofocus={errors > 0 || undefined} onClick={() => onChoose(false)}>
          Cancel
        </Button>
        <Button
          color={errors > 0 ? 'red' : 'indigo'}
          data-autofocus={errors === 0 || undefined}
          disabled={blocked}
          onClick={() => onChoose(true)}
        >
          {publishWord(environment, errors > 0 || check.unseen > 0)}
        </Button>
      </Group>
    </div>
  )
}
