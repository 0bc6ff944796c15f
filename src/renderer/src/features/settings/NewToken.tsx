import { Button, CopyButton, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { NewTokenAnswer, TokenKind } from '../../../../common/api/types'
import { api, currentWorkspace, ownBase, sentenceOf } from '../../api'
import { useLocalApi } from '../../workbench/local-api'
import { curlLine } from './curl'
import classes from './SettingsDialog.module.css'

const kinds = [
  { value: 'access', label: 'Access: read and write content' },
  { value: 'site', label: 'Site: read what a protected site publishes' },
  { value: 'admin', label: 'Admin: publish' }
]
const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: '', label: 'Never' }
]
const DAY = 86_400_000

/** Makes a token and shows its text once. */
export function NewToken({ onMade }: { readonly onMade: () => void }) {
  const [kind, setKind] = useState<TokenKind>('access')
  const [email, setEmail] = useState(currentWorkspace()?.owner?.email ?? '')
  const [groups, setGroups] = useState('')
  const [site, setSite] = useState('')
  const [days, setDays] = useState('90')
  const [problem, setProblem] = useState<string | null>(null)
  const [made, setMade] = useState<NewTokenAnswer | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const named = groups.split(',').map((group) => group.trim())
    try {
      const answer = await api.createToken({
        kind,
        email: email.trim(),
        ...(kind === 'access' ? { groups: named.filter(Boolean) } : {}),
        ...(site.trim() === '' || kind === 'access'
          ? {}
          : { site: site.trim().replace(/^\/+|(?<!\/)\/+$/g, '') }),
        ...(days === '' ? {} : { expiresAt: Date.now() + Number(days) * DAY })
      })
      setProblem(null)
      setMade(answer)
      onMade()
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }

  if (made) return <MadeToken made={made} onDone={() => setMade(null)} />
  return (
    <form
      className={classes.newToken}
      aria-label="New token"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <NativeSelect
        label="Kind"
        data={kinds}
        value={kind}
        onChange={({ currentTarget }) => {
          const { value } = currentTarget
          setKind(value === 'site' || value === 'admin' ? value : 'access')
        }}
      />
      <NativeSelect
        label="Expires after"
        data={lifetimes}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
      <TextInput label="E-mail" value={email} onChange={(event) => setEmail(event.currentTarget.value)} />
      {kind === 'access' ? (
        <TextInput
          label="Groups"
          placeholder="editors, org/admins"
          value={groups}
          onChange={(event) => setGroups(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          label={kind === 'site' ? 'Site' : 'Site (optional)'}
          placeholder="org/site"
          value={site}
          onChange={(event) => setSite(event.currentTarget.value)}
        />
      )}
      {problem && <p role="alert">{problem}</p>}
      <Group justify="flex-end">
        <Button type="submit" disabled={email.trim() === ''}>
          Create token
        </Button>
      </Group>
    </form>
  )
}

function MadeToken({ made, onDone }: { readonly made: NewTokenAnswer; readonly onDone: () => void }) {
  const { origin } = useLocalApi()
  const base = origin ?? (location.protocol.startsWith('http') ? ownBase() : null)
  return (
    <div className={classes.made} role="status">
      <p>
        <strong>Copy it now.</strong> It is not shown again.
      </p>
      <code className={classes.location}>{made.token}</code>
      <Group gap={8}>
        <Copy value={made.token} label="Copy token" />
        {base !== null && made.info.kind === 'access' && (
          <Copy value={curlLine(base, made.token)} label="Copy as curl" />
        )}
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
      </Group>
    </div>
  )
}

function Copy({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : label}</Button>}
    </CopyButton>
  )
}
