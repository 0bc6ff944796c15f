import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { AccessRequest, AccessAnswer } from '../../../../common/api/types'
import { sentenceOf } from '../../api'
import { personName } from '../../components/person'
import { exactTime, relativeTime } from '../../components/formats'
import { answerAccessRequest, useAccessRequests } from '../../documents/asking/access-requests'
import { notifyFailure } from '../../workbench/toast'
import classes from './asking.module.css'

/** Who asks for what, and the three answers (A13). */
export function RequestList({ onDone }: { readonly onDone: () => void }) {
  const toAnswer = useAccessRequests()?.toAnswer ?? []
  return (
    <div className={classes.dialog}>
      {toAnswer.length === 0 ? (
        <p role="status">Nobody waits for an answer.</p>
      ) : (
        <ul className={classes.list} aria-label="Requests for access">
          {toAnswer.map((accessRequest) => (
            <RequestRow key={accessRequest.id} accessRequest={accessRequest} />
          ))}
        </ul>
      )}
      <p className={classes.note}>
        An answer is told to who asked. To let somebody adds a row for this document and this e-mail to the
        permissions in the organization’s config, where it can be changed and taken back.
      </p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone} data-autofocus>
          Close
        </Button>
      </Group>
    </div>
  )
}

function RequestRow({ accessRequest }: { readonly accessRequest: AccessRequest }) {
  const [busy, setBusy] = useState<AccessAnswer | null>(null)
  const { by, action, path, text, at } = accessRequest
  const answers = [
    ['read', 'Let them read'],
    ['write', 'Let them write'],
    ['refuse', 'Refuse']
  ] as const
  const answer = async (answered: AccessAnswer) => {
    setBusy(answered)
    await answerAccessRequest(accessRequest, answered).catch((problem: unknown) =>
      notifyFailure('Not answered', sentenceOf(problem))
    )
    setBusy(null)
  }
  return (
    <li>
      <div>
        <bdi className={classes.who}>{personName(by)}</bdi>
        {personName(by) !== by.email && <bdi className={classes.quiet}>{by.email}</bdi>}
        <span className={classes.quiet} title={exactTime(at)}>
          {relativeTime(at)}
        </span>
      </div>
      <div>
        asks to {action} <bdi className={classes.path}>{path}</bdi>
      </div>
      {text !== '' && <blockquote dir="auto">{text}</blockquote>}
      <Group gap={8}>
        {answers
          .filter(([answered]) => answered !== 'read' || action === 'read')
          .map(([answered, label]) => (
            <Button
              key={answered}
              size="compact-sm"
              variant={answered === action ? 'filled' : 'default'}
              loading={busy === answered}
              disabled={busy !== null && busy !== answered}
              aria-label={`${label}: ${personName(by)}, ${path}`}
              onClick={() => void answer(answered)}
            >
              {label}
            </Button>
          ))}
      </Group>
    </li>
  )
}
