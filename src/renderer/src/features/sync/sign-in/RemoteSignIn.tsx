import { Button, PasswordInput } from '@mantine/core'
import { IconKey, IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { SyncRemote, SyncTest } from '../../../../../common/sync'
import { sentenceOf } from '../../../api'
import { exactTime } from '../../../components/formats'
import { notifyFailure } from '../../../workbench/toast'
import { sync } from '../../../api/sync'
import { GalleyError } from '../../../../../common/errors'
import { signInAgreed } from './agree'
import { Note } from '../Note'
import { TestResult } from './TestResult'
import { WaitingForBrowser } from './WaitingForBrowser'
import { hostOf, keptWords, signedInWords, untilWords } from './words'
import classes from './sign-in.module.css'

interface RemoteSignInProps {
  readonly remote: SyncRemote
  /** What is tried when the connection is tested. */
  readonly path: string
  readonly onChange: () => void
}

/** By what a server lets this workspace in, where that lies, and how to change it (Y33). */
export function RemoteSignIn({ remote, path, onChange }: RemoteSignInProps) {
  const { id, signIn } = remote
  const [test, setTest] = useState<SyncTest | null>(null)
  const [isTesting, setTesting] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const act = (title: string, work: Promise<unknown>) =>
    void work.then(onChange, (error: unknown) => {
      const isWanted = error instanceof GalleyError && error.reason === 'cancelled'
      if (!isWanted) notifyFailure(title, sentenceOf(error))
    })
  const begin = () => act('The sign-in could not begin', signInAgreed(id))

  async function look(): Promise<void> {
    setTesting(true)
    try {
      setTest(await sync.test(id, path))
    } catch (error) {
      notifyFailure('The connection could not be tested', sentenceOf(error))
    }
    setTesting(false)
  }

  if (signIn?.state === 'waiting') return <WaitingForBrowser remote={remote} />
  if (!remote.hasToken && !signIn)
    return (
      <Note title={remote.problem === null ? `No token for ${remote.name}` : 'The token was not sent'}>
        {remote.problem !== null && <p className={classes.why}>{remote.problem}</p>}
        <TokenForm remote={remote} onDone={onChange} />
      </Note>
    )
  if (!remote.hasToken && signIn)
    return (
      <Note
        title={
          signIn.state === 'ended'
            ? 'Your sign-in has ended'
            : `You are not signed in at ${hostOf(signIn.issuer)}`
        }
      >
        <p className={classes.why}>
          {signIn.problem ??
            `Nothing is synced with ${remote.name} until you sign in${signIn.who === null ? '' : ` again as ${signIn.who}`}.`}
        </p>
        <div className={classes.buttons}>
          <Button size="compact-sm" onClick={begin}>
            Sign in
          </Button>
        </div>
      </Note>
    )
  return (
    <div className={classes.access}>
      <div className={classes.line}>
        <p title={signIn?.until ? `This token is good until ${exactTime(signIn.until)}` : undefined}>
          {signIn ? (
            <IconUserCheck size={16} stroke={1.5} aria-hidden="true" />
          ) : (
            <IconKey size={16} stroke={1.5} aria-hidden="true" />
          )}
          <span>
            {signIn ? `${signedInWords(signIn)}, ${untilWords(signIn)}` : `A token for ${remote.name}`}; kept{' '}
            {keptWords(remote.kept)}.
          </span>
        </p>
        <div className={classes.buttons}>
          <Button variant="default" size="compact-sm" loading={isTesting} onClick={() => void look()}>
            Test the connection
          </Button>
          {signIn ? (
            <>
              <Button variant="default" size="compact-sm" onClick={begin}>
                Sign in again
              </Button>
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => act('You could not be signed out', sync.signOut(id))}
              >
                Sign out
              </Button>
            </>
          ) : (
            <Button
              variant="default"
              size="compact-sm"
              aria-expanded={isChanging}
              onClick={() => setChanging(!isChanging)}
            >
              Change the token…
            </Button>
          )}
        </div>
      </div>
      {signIn?.problem && <p className={classes.provider}>{signIn.problem}</p>}
      {isChanging && !signIn && (
        <TokenForm
          remote={remote}
          onDone={() => {
            setChanging(false)
            onChange()
          }}
        />
      )}
      {test && <TestResult test={test} />}
    </div>
  )
}

function TokenForm({ remote, onDone }: { readonly remote: SyncRemote; readonly onDone: () => void }) {
  const [token, setToken] = useState('')
  const give = () =>
    void sync
      .setToken(remote.id, token.trim())
      .then(onDone, (error: unknown) => notifyFailure('The token could not be kept', sentenceOf(error)))
  return (
    <form
      className={classes.token}
      onSubmit={(event) => {
        event.preventDefault()
        give()
      }}
    >
      <PasswordInput
        size="xs"
        label={`Access token for ${remote.name}`}
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" disabled={token.trim() === ''}>
        Use this token
      </Button>
    </form>
  )
}
