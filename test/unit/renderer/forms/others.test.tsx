import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bytesOfData } from '../../../../src/common/rooms/window/data-places'
import { FormView } from '../../../../src/renderer/src/engines/form/FormView'
import { FormStore } from '../../../../src/renderer/src/engines/form/store/form-store'
import { twoWindows } from '../documents/two-windows'
import { brokenRules, renderInApp } from '../render'
import { offer, someOffer } from './offer'

beforeEach(() => {
  Element.prototype.scrollIntoView ??= () => {}
  Element.prototype.scrollTo ??= () => {}
})
afterEach(cleanup)

function show() {
  const store = new FormStore(offer, someOffer, false)
  const { mine, theirs } = twoWindows()
  renderInApp(<FormView store={store} label="Form of Offer" company={mine} />)
  const isAt = (pointer: string) => {
    theirs.led(
      () => true,
      () => bytesOfData({ field: pointer })
    )
    theirs.moved('form')
  }
  return { store, mine, theirs, isAt }
}

const field = (name: string) => screen.getAllByLabelText(new RegExp(`^${name}`))[0] ?? document.body
const frame = (pointer: string) => document.querySelector<HTMLElement>(`[data-pointer="${pointer}"]`)

describe('RT10 others in a form', () => {
  it('RT10 a ring stands around the field that somebody is in, is read with it, and goes along with them', async () => {
    const { mine, isAt } = show()
    act(() => isAt('/headline'))
    await waitFor(() => expect(frame('/headline')?.dataset['person']).toBe('5'))
    const described = (field('Headline').getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
    expect(described).toContain('Lena Voss is here')
    expect(await brokenRules()).toEqual([])
    act(() => isAt('/seats'))
    await waitFor(() => expect(frame('/seats')?.dataset['person']).toBe('5'))
    expect(frame('/headline')?.dataset['person']).toBeUndefined()
    act(() => mine.heard([]))
    expect(frame('/seats')?.dataset['person']).toBeUndefined()
  })

  it('RT10 tells in which field one is, also where an item has come above it, and goes to theirs', async () => {
    const { store, mine, theirs, isAt } = show()
    const where = () => new TextDecoder().decode(theirs.people[0]?.at ?? new Uint8Array())
    await userEvent.click(frame('/prices/1/name')?.querySelector('input') ?? document.body)
    await waitFor(() => expect(where()).toBe('{"field":"/prices/1/name"}'))
    act(() => store.move('/prices', 1, 0))
    await waitFor(() => expect(where()).toBe('{"field":"/prices/0/name"}'))
    act(() => isAt('/headline'))
    await waitFor(() => expect(mine.people[0]?.at).toBeTruthy())
    const [lena] = mine.people
    expect(lena && mine.wordsOf(lena)).toBe('in headline')
    act(() => void (lena && mine.goTo(lena)))
    await waitFor(() => expect(document.activeElement).toBe(field('Headline')))
  })

  it('RT10 what others do takes neither the focus nor what is typed', async () => {
    const { store, isAt } = show()
    const user = userEvent.setup()
    await user.click(field('Headline'))
    await user.keyboard('{End} one')
    act(() => isAt('/headline'))
    await waitFor(() => expect(frame('/headline')?.dataset['person']).toBe('5'))
    await user.keyboard(' two')
    expect(String(store.value('/headline'))).toMatch(/ one two$/)
    expect(document.activeElement).toBe(field('Headline'))
  })
})
