import { Button } from '@mantine/core'
import { modals } from '@mantine/modals'
import { nameOf, type ContentPath } from '../../../../common/content/paths'
import { sentenceOf } from '../../api'
import { notifyFailure } from '../../workbench/toast'
import { useNow } from '../../components/useNow'
import { awaitField } from '../../workbench/typing-ahead'
import type { Rights } from '../rights/rights'
import { AskForm } from './AskForm'
import { askFor, takeBack, useAccessRequests } from './access-requests'
import classes from './asking.module.css'

interface AskForAccessProps {
  readonly path: ContentPath
  /** Null while they are not known: then nothing is offered. */
  readonly rights: Rights | null
}

/** Asks to be let read, or write, what one may not, and says how that stands (A13). */
export function AskForAccess({ path, rights }: AskForAccessProps) {
  const accessRequests = useAccessRequests()
  const now = useNow()
  if (accessRequests === null || rights === null || rights.mayWrite) return null
  const action = rights.mayRead ? 'write' : 'read'
  const accessRequest = accessRequests.mine.find((one) => one.path === path)
  if (accessRequest?.answer === 'refuse' && accessRequest.at + DAY_MS > now)
    return (
      <span className={classes.state}>
        You asked for access, and it was refused. You can ask again after a day.
      </span>
    )
  if (accessRequest?.answer === undefined && accessRequest?.action === action)
    return (
      <>
        <span className={classes.state} role="status">
          You have asked to {action} it.
        </span>
        <Button
          variant="subtle"
          onClick={() =>
            takeBack(accessRequest).catch((problem: unknown) =>
              notifyFailure('Not taken back', sentenceOf(problem))
            )
          }
        >
          Take back
        </Button>
      </>
    )
  const ask = () => {
    awaitField()
    const id = modals.open({
      title: `Ask to ${action} ${nameOf(path)}`,
      children: (
        <AskForm
          onAsk={async (text) => {
            await askFor(path, action, text)
            modals.close(id)
          }}
          onCancel={() => modals.close(id)}
        />
      )
    })
  }
  return (
    <Button variant="default" onClick={ask}>
      Ask for access…
    </Button>
  )
}

/** So long a refusal stands (A13). */
const DAY_MS = 24 * 60 * 60 * 1000
