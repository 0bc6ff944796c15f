import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConflictQuestion } from '../../../../src/renderer/src/features/tree/ask-conflict'
import { NameField } from '../../../../src/renderer/src/features/tree/NameField'
import { renderInApp } from '../render'

afterEach(cleanup)

function field(answer: string | null = null, initial = '') {
  const onSubmit = vi.fn((_typed: string) => Promise.resolve(answer))
  const onDone = vi.fn()
  renderInApp(
    <NameField
      label="Name"
      initial={initial}
      kind="page"
      taken={['offers.html']}
      onSubmit={onSubmit}
      onDone={onDone}
    />
  )
  return { onSubmit, onDone, input: screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }) }
}

describe('a name typed in the tree', () => {
  it('N5 says at once why a name cannot be used, and does not take it', async () => {
    const { onSubmit, onDone, input } = field()
    await userEvent.type(input, 'Offers')
    expect(screen.getByRole('alert').textContent).toContain('differs only by case')
    await userEvent.keyboard('{Enter}')
    expect(onSubmit).not.toHaveBeenCalled()
    expect(onDone).not.toHaveBeenCalled()
    await userEvent.type(input, '-2{Enter}')
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith('Offers-2')
    expect(onDone).toHaveBeenCalledOnce()
  })

  it.each([{ isComposing: true }, { keyCode: 229 }])(
    'E16 takes no half name: Enter and Escape of an input method are its own, %j',
    async (composing) => {
      const { onSubmit, onDone, input } = field()
      await userEvent.type(input, '案内')
      fireEvent.keyDown(input, { key: 'Enter', ...composing })
      fireEvent.keyDown(input, { key: 'Escape', ...composing })
      expect(onSubmit).not.toHaveBeenCalled()
      expect(onDone).not.toHaveBeenCalled()
      await userEvent.type(input, '所{Enter}')
      expect(onSubmit).toHaveBeenCalledExactlyOnceWith('案内所')
    }
  )

  it('E15 Escape leaves the name as it was, also where the keyboard goes elsewhere before the field is gone', async () => {
    const { onSubmit, onDone, input } = field(null, 'home.html')
    onDone.mockImplementation(() => input.blur())
    await userEvent.type(input, 'start{Escape}')
    expect(onDone).toHaveBeenCalledOnce()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('N5 shows why the service refused, and stays open', async () => {
    const { onDone, input } = field('The disk is full.')
    await userEvent.type(input, 'spring{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('The disk is full.')
    expect(onDone).not.toHaveBeenCalled()
  })

  it('N5 does not call its own new name a clash while the entry is being made', async () => {
    let refuse = (_why: string) => {}
    const making = new Promise<string | null>((resolve) => {
      refuse = resolve
    })
    function Folder() {
      const [taken, setTaken] = useState<readonly string[]>([])
      const onSubmit = (typed: string) => {
        setTaken([typed])
        return making
      }
      return (
        <NameField
          label="Name"
          initial=""
          kind="folder"
          taken={taken}
          onSubmit={onSubmit}
          onDone={() => {}}
        />
      )
    }
    renderInApp(<Folder />)
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
    await userEvent.type(input, 'archive{Enter}')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(input.readOnly).toBe(true)
    refuse('The disk is full.')
    expect((await screen.findByRole('alert')).textContent).toBe('The disk is full.')
    expect(input.readOnly).toBe(false)
  })

  it('S1 takes the name when the person goes elsewhere, and nothing when nothing was typed', async () => {
    const first = field()
    await userEvent.tab()
    expect(first.onDone).toHaveBeenCalledOnce()
    expect(first.onSubmit).not.toHaveBeenCalled()
    cleanup()
    const second = field()
    await userEvent.type(second.input, 'spring')
    await userEvent.tab()
    expect(second.onSubmit).toHaveBeenCalledExactlyOnceWith('spring')
  })

  it('S1 gives up with Escape, and selects the name without its extension to start with', async () => {
    const { onSubmit, onDone, input } = field(null, 'winter.html')
    expect(input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)).toBe('winter')
    await userEvent.keyboard('{Escape}')
    expect(onDone).toHaveBeenCalledOnce()
    expect(onSubmit).not.toHaveBeenCalled()
  })
})

describe('names that are taken', () => {
  it('S1 asks with the number and the names, and offers no replacing of folders', async () => {
    const onChoose = vi.fn()
    const names = Array.from({ length: 9 }, (_, index) => `photo-${index}.jpg`)
    renderInApp(<ConflictQuestion names={names} replace onChoose={onChoose} />)
    expect(screen.getAllByRole('listitem').at(-1)?.textContent).toBe('and 3 more')
    await userEvent.click(screen.getByRole('button', { name: 'Replace' }))
    expect(onChoose).toHaveBeenCalledWith('replace')
    cleanup()
    renderInApp(<ConflictQuestion names={['media']} replace={false} onChoose={onChoose} />)
    expect(screen.queryByRole('button', { name: 'Replace' })).toBeNull()
  })
})
