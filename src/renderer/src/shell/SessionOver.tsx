import { Button, Modal, TextInput } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { currentWorkspace, onPageKey, ownBase, reloadWorkspace, useSessionOver } from '../api'
import { WindowNotice } from '../components/WindowNotice'
import { flushAll } from '../documents'
import classes from './SessionOver.module.css'

/**
 * Says that this browser's session has ended (A5), and goes on when somebody signs in again: what was typed
 * stays in the window and in its drafts, and is saved then. It comes while somebody types, so the keyboard
 * stays where it is. Somebody else who signs in gets a page of their own.
 */
export function SessionOver() {
  const over = useSessionOver()
  const [asked, setAsked] = useState(false)
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
  if (!over && asked) setAsked(false)
  if (!over) return null
  return (
    <>
      <WindowNotice
        label="Session"
        icon={IconLogin2}
        role="alert"
        text="Your session has ended. What you type is kept in this window and on this computer, and is saved when you sign in again."
      >
        <Button size="compact-sm" onClick={() => setAsked(true)}>
          Sign in again…
        </Button>
      </WindowNotice>
      <Modal opened={asked} onClose={() => setAsked(false)} title="Sign in again" centered>
        <div className={classes.body}>
          <p>
            It takes a new link. Whoever runs Galley makes one in Settings, People, or with{' '}
            <code>galley link</code>.
          </p>
          <p className={classes.note}>Open it in this browser; this page goes on by itself.</p>
          <LinkField />
        </div>
      </Modal>
    </>
  )
}

function LinkField() {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const link = linkOf(text)
    if (link === null)
      return setProblem(`This is no link to this service. It begins with ${ownBase()}/session/.`)
    setProblem(null)
    setText('')
    window.open(link, '_blank', 'noopener')
  }
  return (
    <form className={classes.link} noValidate onSubmit={submit}>
      <TextInput
        label="Link"
        data-autofocus
        placeholder={`${ownBase()}/session/…`}
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
    return link.href.startsWith(`${ownBase()}/session/`) ? link.href : null
  } catch {
    return null
  }
}
