import { Anchor, Button, Group } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { segmentsOf } from '../../../../common/content/paths'
import { sentenceOf } from '../../api'
import { numberText } from '../../components/formats'
import { notify } from '../../workbench/toast'
import { openDocument } from '../../workbench/workbench'
import type { CarryOutcome, NotCarried } from './carry-documents'
import type { UsingDocument } from './impact'
import classes from './schemas.module.css'

type Carry = (documents: readonly UsingDocument[]) => Promise<CarryOutcome>

/** `1 document`, `2 documents`. */
export const documentsInWords = (count: number): string =>
  count === 1 ? '1 document' : `${numberText(count)} documents`

/** The schema is saved, and some documents could not be written: which, why, and trying them again. */
export function showNotCarried(failed: readonly NotCarried[], carry: Carry): void {
  const id = modals.open({
    title: titleFor(failed.length),
    size: 'lg',
    children: (
      <NotCarriedList
        first={failed}
        carry={carry}
        onCount={(count) => modals.updateModal({ modalId: id, title: titleFor(count) })}
        onDone={() => modals.close(id)}
      />
    )
  })
}

const titleFor = (count: number): string =>
  count === 1
    ? '1 document keeps its values where they were'
    : `${numberText(count)} documents keep their values where they were`

interface NotCarriedListProps {
  readonly first: readonly NotCarried[]
  readonly carry: Carry
  readonly onCount: (count: number) => void
  readonly onDone: () => void
}

function NotCarriedList({ first, carry, onCount, onDone }: NotCarriedListProps) {
  const [failed, setFailed] = useState(first)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const again = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const outcome = await carry(failed.map(({ document }) => document))
      if (outcome.written.length > 0)
        notify(`Carried values over in ${documentsInWords(outcome.written.length)} more`)
      if (outcome.failed.length === 0) return onDone()
      setFailed(outcome.failed)
      onCount(outcome.failed.length)
    } catch (error) {
      setProblem(sentenceOf(error))
    }
    setBusy(false)
  }
  return (
    <div className={classes.dialog}>
      <p>
        The schema is saved. Nothing is lost: these values are in the documents as before, and not in the form
        until they are carried over.
      </p>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keyboard */}
      <ul className={classes.affected} tabIndex={0} aria-label="Documents that keep their values">
        {failed.map(({ document: { path }, why }) => (
          <li key={path}>
            <Anchor
              component="button"
              type="button"
              inherit
              onClick={() => {
                onDone()
                openDocument(path)
              }}
            >
              {segmentsOf(path).slice(2).join('/')}
            </Anchor>
            : {why}
          </li>
        ))}
      </ul>
      {problem !== null && (
        <p role="alert" className={classes.warning}>
          {problem}
        </p>
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" disabled={busy} onClick={onDone}>
          Close
        </Button>
        <Button data-autofocus loading={busy} onClick={() => void again()}>
          Try again
        </Button>
      </Group>
    </div>
  )
}
