import { Button, CloseButton } from '@mantine/core'
import { IconLockQuestion } from '@tabler/icons-react'
import { useState } from 'react'
import { WindowNotice } from '../../components/WindowNotice'
import { useAccessRequests } from '../../documents/asking/access-requests'
import { showAccessRequests } from './show-requests'
import { asksFor, countedRequests } from './words'

/** Says that others ask for access, to who may give it, until they put it away or somebody else asks (A13). */
export function RequestsNotice() {
  const toAnswer = useAccessRequests()?.toAnswer ?? []
  const [closed, setClosed] = useState<readonly string[]>([])
  const [first, ...more] = toAnswer
  if (!first || toAnswer.every(({ id }) => closed.includes(id))) return null
  return (
    <WindowNotice
      label="Requests for access"
      icon={IconLockQuestion}
      role="status"
      text={
        more.length === 0 ? `${asksFor(first)}.` : `${countedRequests(toAnswer.length)} for access are open.`
      }
    >
      <Button size="compact-sm" onClick={showAccessRequests}>
        {more.length === 0 ? 'Answer…' : `Show ${toAnswer.length}…`}
      </Button>
      <CloseButton
        size="sm"
        aria-label="Close this notice"
        onClick={() => setClosed(toAnswer.map(({ id }) => id))}
      />
    </WindowNotice>
  )
}
