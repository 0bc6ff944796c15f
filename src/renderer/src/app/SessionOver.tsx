import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { currentWorkspace, onPageKey, reloadWorkspace, useSessionOver } from '../api'
import { flushAll } from '../features/documents'
import classes from './SessionOver.module.css'

/**
 * Says that this browser's session has ended (A5), and goes on when somebody signs in again: what was typed stays in the window and in its
 * drafts, and is saved then. Somebody else who signs in gets a page of their own.
 */
export function SessionOver() {
  const over = useSessionOver()
  const [closed, setClosed] = useState(false)
  const goOn = useEffectEvent(async () => {
    const before = currentWorkspace()?.you?.email
    if (before === undefined) return
    try {
      const { you } = await reloadWorkspace()
      if (you?.email === before) await flushAll()
      else location.reload()
    } catch {
      // not signed in yet: the next link says so again
    }
  })
  useEffect(() => onPageKey(() => void goOn()), [])
  if (!over && closed) setClosed(false)
  // before the first answer the start page says it
  if (!over || currentWorkspace() === null) return null
  return (
    <Modal opened={!closed} onClose={() => setClosed(true)} title="Your session has ended" centered>
      <div className={classes.body}>
        <p>
          What you typed is kept in this window and on this computer. Sign in again with a new link, and it is
          saved.
        </p>
        <p className={classes.note}>
          Whoever runs Galley makes one in Settings, People, or with <code>galley link</code>. Open it in this
          browser; this page goes on by itself.
        </p>
        <LinkField />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setClosed(true)}>
            Keep on reading
          </Button>
        </Group>
      </div>
    </Modal>
  )
}

function LinkField() {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const link = linkOf(text)
    if (link === null)
      return setProblem(`This is no link to this service. It begins with ${location.origin}/session/.`)
    setProblem(null)
    setText('')
    window.open(link, '_blank', 'noopener')
  }
  return (
    <form className={classes.link} noValidate onSubmit={submit}>
      <TextInput
        label="Link"
        data-autofocus
        placeholder={`${location.origin}/session/…`}
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" disabled={text.trim() === ''}>
        Sign in
      </Button>
    </form>
  )
}

function linkOf(text: string): string | null {
  try {
    const link = new URL(text.trim())
    return link.origin === location.origin && link.pathname.startsWith('/session/') ? link.href : null
  } catch {
    return null
  }
}
