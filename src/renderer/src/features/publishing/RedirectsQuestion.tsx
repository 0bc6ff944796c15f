import { Button, Group, Stack } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { RedirectsInCsv } from '../../../../common/publishing/redirects-csv'
import { numberText } from '../../components/formats'
import classes from './Publishing.module.css'

interface RedirectsQuestionProps {
  readonly file: string
  readonly added: number
  readonly changed: number
  readonly refused: RedirectsInCsv['refused']
}

/** Shows what a file would change of the redirects, and asks. */
export function askRedirects(question: RedirectsQuestionProps): Promise<boolean> {
  return new Promise((resolve) => {
    const id = modals.open({
      title: `Redirects of “${question.file}”`,
      onClose: () => resolve(false),
      children: (
        <Question
          {...question}
          onDone={(yes) => {
            resolve(yes)
            modals.close(id)
          }}
        />
      )
    })
  })
}

const SHOWN = 50

function Question({
  added,
  changed,
  refused,
  onDone
}: RedirectsQuestionProps & { readonly onDone: (yes: boolean) => void }) {
  const some = added + changed > 0
  return (
    <Stack gap={12}>
      <p className={classes.redirects}>
        {some ? (
          <>
            <b>{numberText(added)}</b> new, <b>{numberText(changed)}</b> that lead elsewhere than now. All
            others stay as they are.
          </>
        ) : (
          'Nothing of the file is new.'
        )}
      </p>
      {refused.length > 0 && (
        <section aria-label="Lines that are left out">
          <p className={classes.redirects}>
            {refused.length === 1 ? '1 line is' : `${numberText(refused.length)} lines are`} left out:
          </p>
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached by keyboard */}
          <ul className={classes.refused} tabIndex={0}>
            {refused.slice(0, SHOWN).map(({ line, why }) => (
              <li key={line}>
                Line {numberText(line)}: {why}
              </li>
            ))}
            {refused.length > SHOWN && <li>and {numberText(refused.length - SHOWN)} more</li>}
          </ul>
        </section>
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => onDone(false)}>
          {some ? 'Cancel' : 'Close'}
        </Button>
        {some && (
          <Button data-autofocus onClick={() => onDone(true)}>
            Bring in
          </Button>
        )}
      </Group>
    </Stack>
  )
}
