import { Alert, Button, NativeSelect, PasswordInput, Radio, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import type { SyncRemote, SyncTest } from '../../../../common/sync'
import { sentenceOf } from '../../api'
import { sync } from './client'
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

/** Pairs a site with one on a server: which, with what token, and what counts where both have something already. */
export function Connect({ site, remotes, onDone }: ConnectProps) {
  const [remoteId, setRemoteId] = useState(remotes[0]?.id ?? '')
  const [form, setForm] = useState({
    name: '',
    base: '',
    token: '',
    there: String(site),
    serviceFolder: 'galley'
  })
  const [lowerCase, setLowerCase] = useState(false)
  const [firstSync, setFirstSync] = useState<'ask' | 'local' | 'remote'>('ask')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [test, setTest] = useState<SyncTest | null>(null)
  const set = (name: keyof typeof form) => (value: string) =>
    setForm((before) => ({ ...before, [name]: value }))

  async function connect(): Promise<void> {
    setBusy(true)
    setProblem(null)
    setTest(null)
    let made: string | null = null
    try {
      let id = remoteId
      if (id === '') {
        const { name, base, token } = form
        const address = base.trim()
        made = (
          await sync.addRemote({
            name: name.trim() || hostOf(address),
            base: address,
            token: token.trim() || null
          })
        ).id
        id = made
      }
      const looked = await sync.test(id, form.there.trim())
      setTest(looked)
      if (looked.ok) {
        const { serviceFolder } = form
        await sync.addPair({
          remoteId: id,
          local: site,
          remote: form.there.trim(),
          lowerCase,
          firstSync,
          ...(serviceFolder.trim() !== '' && { serviceFolder: serviceFolder.trim() })
        })
        made = null
        onDone()
      }
    } catch (error) {
      setProblem(sentenceOf(error))
    }
    // a server that cannot be used is not kept
    if (made !== null) await sync.removeRemote(made).catch(() => undefined)
    setBusy(false)
  }

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void connect()
      }}
    >
      <h3>Connect this site with a server</h3>
      {remotes.length > 0 && (
        <NativeSelect
          label="Server"
          value={remoteId}
          onChange={(event) => setRemoteId(event.currentTarget.value)}
          data={[
            ...remotes.map(({ id, name, base }) => ({ value: id, label: `${name} (${base})` })),
            { value: '', label: 'Another server…' }
          ]}
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
          />
          <PasswordInput
            label="Access token"
            description="Kept in the keychain of this computer; where there is none, until Galley is closed."
            required
            value={form.token}
            onChange={(event) => set('token')(event.currentTarget.value)}
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
      {test && !test.ok && (
        <Alert color="red" role="alert" title="This does not work yet">
          <ul className={classes.looks}>
            {test.looks.map(({ what, ok, message }) => (
              <li key={what} data-ok={ok}>
                {message}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {problem !== null && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <div className={classes.buttons}>
        <Button type="submit" loading={busy}>
          Connect and sync
        </Button>
      </div>
    </form>
  )
}

function hostOf(address: string): string {
  try {
    return new URL(address).host
  } catch {
    return address
  }
}
