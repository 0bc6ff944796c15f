import { Button, CopyButton, Group, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { api, ownBase, sentenceOf } from '../../api'
import classes from './SettingsDialog.module.css'

/** Makes a link that signs somebody in (A5), and shows it once. */
export function NewLink() {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [groups, setGroups] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [link, setLink] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const named = groups.split(',').map((group) => group.trim())
    try {
      const { path } = await api.createSignInLink({
        email: email.trim(),
        ...(name.trim() === '' ? {} : { name: name.trim() }),
        groups: named.filter(Boolean)
      })
      setProblem(null)
      setLink(ownBase() + path)
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  if (link !== null) {
    return (
      <div className={classes.made} role="status">
        <p>
          <strong>For {email.trim()}, once, within 15 minutes.</strong> It is not shown again.
        </p>
        <code className={classes.location}>{link}</code>
        <Group gap={8}>
          <CopyButton value={link}>
            {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy link'}</Button>}
          </CopyButton>
          <Button variant="default" onClick={() => setLink(null)}>
            Done
          </Button>
        </Group>
      </div>
    )
  }
  return (
    <form
      className={classes.newToken}
      aria-label="New link"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <TextInput label="E-mail" value={email} onChange={(event) => setEmail(event.currentTarget.value)} />
      <TextInput
        label="Name (optional)"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Groups"
        placeholder="editors, org/admins"
        value={groups}
        onChange={(event) => setGroups(event.currentTarget.value)}
      />
      {problem && <p role="alert">{problem}</p>}
      <Group justify="flex-end">
        <Button type="submit" disabled={email.trim() === ''}>
          Make link
        </Button>
      </Group>
    </form>
  )
}
