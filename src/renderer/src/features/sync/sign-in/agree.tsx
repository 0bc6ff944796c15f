import { Alert, Button, Checkbox } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { GalleyError } from '../../../../../common/errors'
import { isOwnAudience, type SignInAgreement, type SyncRemote } from '../../../../../common/sync'
import { sync } from '../../../api/sync'
import { hostOf } from './words'
import classes from './sign-in.module.css'

/**
 * Begins to sign in; what has not been agreed on yet is shown first (Y23).
 * @throws GalleyError cancelled when the person said no
 */
export async function signInAgreed(id: string): Promise<void> {
  try {
    await sync.signIn(id)
  } catch (error) {
    if (!(error instanceof GalleyError && error.reason === 'not-agreed')) throw error
    const remote = (await sync.overview()).remotes.find((one) => one.id === id)
    if (!remote?.signIn) throw error
    const { issuer, clientId, audience } = remote.signIn
    const agreement = { server: remote.base, issuer, clientId, audience }
    if (!(await askAgreement(agreement, remote)))
      throw new GalleyError('cancelled', 'The sign-in was cancelled.')
    await sync.signIn(id, null, agreement)
  }
}

function askAgreement(agreement: SignInAgreement, remote: SyncRemote): Promise<boolean> {
  return new Promise((resolve) => {
    let isAgreed = false
    const id = modals.open({
      title: `Sign in for ${remote.name}?`,
      onClose: () => resolve(isAgreed),
      children: (
        <Agreement
          agreement={agreement}
          scope={remote.signIn?.scope ?? null}
          onAnswer={(answer) => {
            isAgreed = answer
            modals.close(id)
          }}
        />
      )
    })
  })
}

interface AgreementProps {
  readonly agreement: SignInAgreement
  readonly scope: string | null
  readonly onAnswer: (isAgreed: boolean) => void
}

/** Who gets what token from whom. One that opens more than this server needs a second look. */
function Agreement({ agreement, scope, onAnswer }: AgreementProps) {
  const { server, issuer, clientId, audience } = agreement
  const isForeign = !isOwnAudience(server, audience)
  const [isKnown, setKnown] = useState(false)
  const rows = [
    ['This server gets a token', server],
    ['You sign in at', issuer],
    ['Galley is known there as', clientId],
    ['The token is made for', audience ?? server],
    ...(scope === null ? [] : [['It may be used for', scope]])
  ]
  return (
    <div className={classes.agreement}>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {isForeign && (
        <Alert color="yellow">
          <strong>This token opens more than this server.</strong> Whatever else takes tokens for{' '}
          <bdi>{audience}</bdi> is opened by it, too, and {hostOf(server)} has it in its hands.
          <Checkbox
            mt="xs"
            label={`${hostOf(server)} is the service that is meant by it`}
            checked={isKnown}
            onChange={(event) => setKnown(event.currentTarget.checked)}
          />
        </Alert>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => onAnswer(false)}>
          Cancel
        </Button>
        <Button data-autofocus disabled={isForeign && !isKnown} onClick={() => onAnswer(true)}>
          Open the browser
        </Button>
      </div>
    </div>
  )
}
