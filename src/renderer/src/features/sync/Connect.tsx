import { Alert, Button, Radio, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { GalleyError } from '../../../../common/errors'
import type { SyncRemote, SyncTest } from '../../../../common/sync'
import { sentenceOf } from '../../api'
import { SignInFields, emptySignIn } from './sign-in/SignInFields'
import { connectRemote } from './sign-in/connect-remote'
import { ServerChoice } from './sign-in/ServerChoice'
import { show, TestResult } from './sign-in/TestResult'
import { useOffer } from './sign-in/use-offer'
import { WaitingForBrowser } from './sign-in/WaitingForBrowser'
import classes from './sync.module.css'

interface ConnectProps {
  readonly site: ContentPath
  readonly remotes: readonly SyncRemote[]
  readonly onDone: () => void
}

const first = [
  { value: 'ask', label: 'Ask me about each of them' },
  { value: 'remote', label: 'Take the server’s; mine stay in the history' },
  { value: 'local', label: 'Send mine; a version of the server’s is made there first' }
] as const

/**
 * Pairs a site with one on a server: which, how to get in, and what counts where both have something already.
 */
export function Connect({ site, remotes, onDone }: ConnectProps) {
  const [remoteId, setRemoteId] = useState(remotes[0]?.id ?? '')
  const [form, setForm] = useState({ name: '', base: '', there: String(site), serviceFolder: 'galley' })
  const [access, setSignIn] = useState(emptySignIn)
  const [lowerCase, setLowerCase] = useState(false)
  const [firstSync, setFirstSync] = useState<'ask' | 'local' | 'remote'>('ask')
  /** The server that is being connected; the person may have to sign in for it. */
  const [connecting, setConnecting] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [test, setTest] = useState<SyncTest | null>(null)
  const { offer, ask } = useOffer()
  const set = (name: keyof typeof form) => (value: string) =>
    setForm((before) => ({ ...before, [name]: value }))

  /**
   * A server that tells where its people sign in is offered that way, unless the person has chosen already.
   */
  async function look(): Promise<void> {
    const base = form.base.trim()
    if (base === '') return
    const found = await ask(base).catch(() => undefined)
    if (!found || found.clientId === null) return
    setSignIn((before) =>
      before.isChosen || before.token !== '' ? before : { ...before, method: 'sign-in' }
    )
  }

  async function connect(): Promise<void> {
    setBusy(true)
    setProblem(null)
    setTest(null)
    const there = form.there.trim()
    const serviceFolder = form.serviceFolder.trim()
    const base = form.base.trim()
    try {
      const told = remoteId === '' && access.method === 'sign-in' ? await ask(base) : null
      const server = remoteId === '' ? { name: form.name, base, access, offer: told } : remoteId
      const pair = {
        local: site,
        remote: there,
        lowerCase,
        firstSync,
        ...(serviceFolder !== '' && { serviceFolder })
      }
      if (await connectRemote(server, pair, { onMade: setConnecting, onTested: setTest })) onDone()
    } catch (error) {
      const isWanted = error instanceof GalleyError && error.reason === 'cancelled'
      if (!isWanted) setProblem(sentenceOf(error))
    }
    setConnecting(null)
    setBusy(false)
  }

  const waiting = remotes.find(({ id, signIn }) => id === connecting && signIn?.state === 'waiting')
  if (waiting)
    return (
      <div className={classes.form}>
        <h3>Connect this site with {waiting.name}</h3>
        <WaitingForBrowser remote={waiting} />
      </div>
    )
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void connect()
      }}
    >
      <h3>Connect this site with a server</h3>
      {remotes.some(({ id }) => id !== connecting) && (
        <ServerChoice
          remotes={remotes.filter(({ id }) => id === remoteId || id !== connecting)}
          value={remoteId}
          onChange={setRemoteId}
          onRemoved={() => {
            setRemoteId('')
            onDone()
          }}
        />
      )}
      {remoteId === '' && (
        <>
          <TextInput
            label="Address of the authoring service"
            placeholder="https://content.example.com"
            required
            value={form.base}
            onChange={(event) => set('base')(event.currentTarget.value)}
            onBlur={() => void look()}
          />
          <SignInFields
            form={access}
            offer={offer}
            onChange={(change) => {
              if (change.method === 'sign-in') void look()
              setSignIn((before) => ({ ...before, ...change }))
            }}
          />
          <TextInput
            label="Name"
            description="What to call the server here; its host when left empty."
            value={form.name}
            onChange={(event) => set('name')(event.currentTarget.value)}
          />
        </>
      )}
      <TextInput
        label="Site or folder on the server"
        required
        value={form.there}
        onChange={(event) => set('there')(event.currentTarget.value)}
      />
      <Radio.Group
        label="Files that both sides have, with different content"
        value={firstSync}
        onChange={(value) => setFirstSync(first.find((one) => one.value === value)?.value ?? 'ask')}
      >
        <div className={classes.radios}>
          {first.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </div>
      </Radio.Group>
      <details>
        <summary>For servers with other habits</summary>
        <div className={classes.more}>
          <TextInput
            label="Name of its service folder"
            description="Where it keeps the schemas, without the dot."
            value={form.serviceFolder}
            onChange={(event) => set('serviceFolder')(event.currentTarget.value)}
          />
          <Switch
            label="It writes all names in small letters"
            checked={lowerCase}
            onChange={(event) => setLowerCase(event.currentTarget.checked)}
          />
        </div>
      </details>
      {test && !test.ok && <TestResult test={test} />}
      {problem !== null && (
        <Alert ref={show} color="red" role="alert">
          {problem}
        </Alert>
      )}
      <div className={classes.buttons}>
        <Button type="submit" loading={busy}>
          {remoteId === '' && access.method === 'sign-in' ? 'Sign in and connect' : 'Connect and sync'}
        </Button>
      </div>
    </form>
  )
}
