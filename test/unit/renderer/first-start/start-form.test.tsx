import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { StartForm, type StartAnswers } from '../../../../src/renderer/src/features/first-start/StartForm'
import { brokenRules, renderInApp } from '../render'

afterEach(cleanup)

function form(answer: { message: string } | null = null, suggested?: string) {
  const onSubmit = vi.fn((_answers: StartAnswers) => Promise.resolve(answer))
  renderInApp(<StartForm onSubmit={onSubmit} {...(suggested === undefined ? {} : { suggested })} />)
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Start' }))
  return { onSubmit, press }
}

describe('first start', () => {
  it('A1 asks for name and e-mail, in words, before anything happens', async () => {
    const { onSubmit, press } = form()
    await press()
    expect(screen.getByText(/Type your name/)).toBeTruthy()
    expect(screen.getByText(/Type your e-mail address/)).toBeTruthy()
    await userEvent.type(screen.getByLabelText('E-mail'), 'mara at northwind')
    await press()
    expect(screen.getByText(/An e-mail address has an @/)).toBeTruthy()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('A1 hands over trimmed answers, with the sample unless it is unticked', async () => {
    const { onSubmit, press } = form(null, '/home/mara/Galley')
    await userEvent.type(screen.getByLabelText('Your name'), ' Mara Ruiz ')
    await userEvent.type(screen.getByLabelText('E-mail'), 'mara@northwind.example')
    await press()
    const owner = { name: 'Mara Ruiz', email: 'mara@northwind.example' }
    expect(onSubmit).toHaveBeenLastCalledWith({ owner, sample: true, location: '/home/mara/Galley' })
    await userEvent.click(screen.getByLabelText('Try with sample content'))
    await press()
    expect(onSubmit).toHaveBeenLastCalledWith({ owner, sample: false, location: '/home/mara/Galley' })
  })

  it('A1 wants a folder when it asks for one', async () => {
    const { onSubmit, press } = form(null, '/home/mara/Galley')
    await userEvent.type(screen.getByLabelText('Your name'), 'Mara')
    await userEvent.type(screen.getByLabelText('E-mail'), 'm@n.example')
    await userEvent.clear(screen.getByLabelText('Workspace folder'))
    await press()
    expect(screen.getByText('Choose a folder.')).toBeTruthy()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('W3 shows what went wrong and lets the person try again', async () => {
    const { onSubmit, press } = form({ message: 'The disk is full. Free some space, then try again.' })
    await userEvent.type(screen.getByLabelText('Your name'), 'Mara')
    await userEvent.type(screen.getByLabelText('E-mail'), 'm@n.example')
    await press()
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is full')
    await press()
    expect(onSubmit).toHaveBeenCalledTimes(2)
  })

  it('A1 is usable with a screen reader', async () => {
    form(null, '/home/mara/Galley')
    expect(await brokenRules()).toEqual([])
  })
})
