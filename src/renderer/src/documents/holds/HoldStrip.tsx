import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useEffect } from 'react'
import { registerCommands } from '../../workbench/commands/commands'
import { viewCommand } from '../../workbench/commands/view-commands'
import { useLocalApi } from '../../workbench/local-api'
import { useRights } from '../rights/rights'
import type { DocumentSession } from '../session'
import { Strip } from '../Strip'
import { isMe } from '../together/people-words'
import { holdDocument, letGo, writeAllTheSame } from './hold-actions'
import { heldWords, ownWords, type Hold } from './hold-words'
import { binds, useHold, useKnowsHolds } from './holds'

/** Says who holds the document, and what can be done about that, also in the palette (RT15). */
export function HoldStrip({ session }: { readonly session: DocumentSession }) {
  const hold = useHold(session.path)
  const mayWrite = useRights(session.path)?.mayWrite !== false
  useHoldCommands(session, hold, mayWrite)
  if (!hold) return null
  const icon = <IconLock size={16} />
  if (isMe(hold.by))
    return (
      <Strip tone="calm" icon={icon} text={ownWords(hold)}>
        <Button variant="subtle" onClick={() => letGo(session)}>
          Let go
        </Button>
      </Strip>
    )
  if (!binds(hold))
    return <Strip tone="calm" icon={icon} text={`${heldWords(hold)} You write here all the same.`} />
  return (
    <Strip tone="calm" icon={icon} text={heldWords(hold)}>
      {mayWrite && (
        <Button variant="subtle" onClick={() => writeAllTheSame(session, hold)}>
          Write all the same
        </Button>
      )}
    </Strip>
  )
}

/** Offered where others come to the same service: in a browser, and in the app while its Local API is on. */
function useHoldCommands(session: DocumentSession, hold: Hold | null, mayWrite: boolean): void {
  const isShared = useLocalApi().origin !== null
  const canHold = useKnowsHolds() && isShared && mayWrite
  useEffect(() => {
    if (hold && binds(hold))
      return registerCommands(
        mayWrite ? [{ ...viewCommand('document.pass-hold'), run: () => writeAllTheSame(session, hold) }] : []
      )
    const isMine = hold !== null && isMe(hold.by)
    return registerCommands([
      ...(canHold && (hold === null || isMine)
        ? [
            {
              ...viewCommand('document.hold'),
              ...(isMine && longer),
              run: () => holdDocument(session, isMine)
            }
          ]
        : []),
      ...(isMine ? [{ ...viewCommand('document.let-go'), run: () => letGo(session) }] : [])
    ])
  }, [session, hold, canHold, mayWrite])
}

const longer = { title: 'Hold this document for an hour from now' }
