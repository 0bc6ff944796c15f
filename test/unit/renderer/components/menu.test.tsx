import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Menu } from '../../../../src/renderer/src/components/Menu'
import { renderInApp } from '../render'

afterEach(cleanup)

/** A row whose menu can open a field in its place. */
function Row() {
  const [naming, setNaming] = useState(false)
  const [had, setHad] = useState('')
  const say = (words: string) => setHad(words)
  return (
    <>
      <Menu>
        <Menu.Target>
          <button>Actions</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setNaming(true)}>Rename</Menu.Item>
          <Menu.Item onClick={() => say(document.activeElement?.textContent ?? '')}>Look</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {naming && <input autoFocus aria-label="Name" onBlur={() => setNaming(false)} />}
      <output>{had}</output>
    </>
  )
}

const button = () => screen.getByRole('button', { name: 'Actions' })
const gone = () => waitFor(() => expect(screen.queryByRole('menu')).toBeNull())

describe('a menu', () => {
  it.each(['mouse', 'keyboard'])(
    'E15 leaves the keyboard to the field that its entry opens, by %s',
    async (by) => {
      renderInApp(<Row />)
      await userEvent.click(button())
      if (by === 'mouse') await userEvent.click(await screen.findByText('Rename'))
      else {
        ;(await screen.findByRole('menuitem', { name: 'Rename' })).focus()
        await userEvent.keyboard('{Enter}')
      }
      await gone()
      // longer than any menu waits before it gives the keyboard back
      await userEvent.type(document.activeElement ?? document.body, 'spring', { delay: 10 })
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('spring')
    }
  )

  it('E15 gives the keyboard back before its entry acts, and when it is left', async () => {
    renderInApp(<Row />)
    await userEvent.click(button())
    await userEvent.click(await screen.findByText('Look'))
    expect(screen.getByRole('status').textContent).toBe('Actions')
    await gone()
    expect(document.activeElement).toBe(button())
    await userEvent.click(button())
    await screen.findByRole('menu')
    await userEvent.keyboard('{Escape}')
    await gone()
    expect(document.activeElement).toBe(button())
  })
})
