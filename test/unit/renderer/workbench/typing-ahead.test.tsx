import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { modals, ModalsProvider } from '@mantine/modals'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { awaitField, isAwaitingField } from '../../../../src/renderer/src/workbench/typing-ahead'
import { renderInApp } from '../render'

afterEach(() => {
  modals.closeAll()
  cleanup()
})

/** A document, and a name that is asked for in a dialog some frames later. */
function Desk({ initial = '', onEnter = () => {} }: { initial?: string; onEnter?: (name: string) => void }) {
  return (
    <ModalsProvider>
      <textarea aria-label="Document" className="monaco-editor" defaultValue="words" />
      <button
        onClick={() => {
          awaitField()
          modals.open({ title: 'Name', children: <Name initial={initial} onEnter={onEnter} /> })
        }}
      >
        Ask
      </button>
    </ModalsProvider>
  )
}

interface NameProps {
  readonly label?: string
  readonly initial: string
  readonly onEnter: (name: string) => void
}

function Name({ label = 'New name', initial, onEnter }: NameProps) {
  const [name, setName] = useState(initial)
  return (
    <input
      aria-label={label}
      data-autofocus
      value={name}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setName(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && onEnter(name)}
    />
  )
}

const documentField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Document' })

describe('typing before the field is there', () => {
  it('no letter goes to the document, and all of them are in the field, in place of what is selected', async () => {
    renderInApp(<Desk initial="old name" />)
    documentField().focus()
    screen.getByRole('button', { name: 'Ask' }).click()
    await userEvent.keyboard('lund')
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'New name' })
    await waitFor(() => expect(name.value).toBe('lund'))
    await userEvent.keyboard('-beach')
    expect(name.value).toBe('lund-beach')
    expect(documentField().value).toBe('words')
  })

  it('Enter and what was typed before it arrive in order', async () => {
    const taken: string[] = []
    renderInApp(<Desk onEnter={(name) => taken.push(name)} />)
    documentField().focus()
    screen.getByRole('button', { name: 'Ask' }).click()
    await userEvent.keyboard('lund{Enter}x')
    await waitFor(() => expect(taken).toEqual(['lund']))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'New name' }).value).toBe('lundx')
  })

  it('a document that takes the focus meanwhile does not keep it', async () => {
    renderInApp(<Desk />)
    documentField().focus()
    awaitField()
    documentField().focus()
    await userEvent.keyboard('abc')
    expect(documentField().value).toBe('words')
    expect(isAwaitingField()).toBe(true)
    await userEvent.click(documentField())
    expect(isAwaitingField()).toBe(false)
    await userEvent.keyboard('!')
    expect(documentField().value).toBe('words!')
  })

  it('the focus returns to where it was when the dialog closes', async () => {
    renderInApp(<Desk />)
    documentField().focus()
    screen.getByRole('button', { name: 'Ask' }).click()
    await screen.findByRole('textbox', { name: 'New name' })
    await waitFor(() => expect(isAwaitingField()).toBe(false))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(documentField()))
  })

  it('what comes after an Enter that asks for another field is in that one, also when it is there at once', async () => {
    const taken: string[] = []
    const another = () => {
      awaitField()
      screen.getByRole('textbox', { name: 'Another name' }).focus()
    }
    renderInApp(
      <>
        <Desk onEnter={another} />
        <Name label="Another name" initial="" onEnter={(name) => taken.push(name)} />
      </>
    )
    documentField().focus()
    screen.getByRole('button', { name: 'Ask' }).click()
    await userEvent.keyboard('lund{Enter}port{Enter}')
    await waitFor(() => expect(taken).toEqual(['port']))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'New name' }).value).toBe('lund')
    expect(documentField().value).toBe('words')
  })
})
