import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createPortal } from 'react-dom'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../../src/common/schema'
import type { FormParts } from '../../../../src/renderer/src/engines/form/form-context'
import { FormView } from '../../../../src/renderer/src/engines/form/FormView'
import { FormStore } from '../../../../src/renderer/src/engines/form/store/form-store'
import { brokenRules, renderInApp } from '../render'
import { offer, schemaOf, someOffer } from './offer'

beforeEach(() => {
  Element.prototype.scrollIntoView ??= () => {}
  Element.prototype.scrollTo ??= () => {}
})
afterEach(cleanup)

function show(data: JsonValue = someOffer, options: { schema?: typeof offer; readOnly?: boolean } = {}) {
  const store = new FormStore(options.schema ?? offer, data, options.readOnly ?? false)
  renderInApp(<FormView store={store} label="Form of Offer" />)
  return store
}
/** The mark of required fields is part of their label. */
const field = (name: string) => screen.getAllByLabelText(new RegExp(`^${name}`))[0] ?? document.body

describe('the form', () => {
  it('F2 every kind of field has a labelled control that writes what is typed', async () => {
    const store = show()
    const user = userEvent.setup()
    await user.clear(field('Headline'))
    await user.type(field('Headline'), 'New words')
    await user.type(field('Summary'), 'Long')
    await user.selectOptions(field('Status'), 'active')
    await user.type(field('Seats'), '12')
    await user.click(field('Featured'))
    expect(store.data).toMatchObject({
      headline: 'New words',
      summary: 'Long',
      status: 'active',
      seats: 12,
      featured: true
    })
  })

  it('F2 errors stand under their field and are announced with it', async () => {
    show({ prices: [{ name: 'Adult', amount: -4 }] })
    const amount = field('Amount')
    expect(amount.getAttribute('aria-invalid')).toBe('true')
    const said = document.getElementById(amount.getAttribute('aria-describedby') ?? '')
    expect(said?.textContent).toMatch(/0/)
    expect(field('Headline').getAttribute('aria-invalid')).toBe('true')
    await userEvent.clear(amount)
    await userEvent.type(amount, '3.50')
    expect(amount.getAttribute('aria-invalid')).toBe('false')
    expect(amount).toHaveProperty('value', '3.50')
  })

  it('F2 what is no number is kept as it was typed', async () => {
    const store = show()
    await userEvent.type(field('Seats'), 'many')
    expect(store.value('/seats')).toBe('many')
    expect(field('Seats').getAttribute('aria-invalid')).toBe('true')
  })

  it('F2 a number field takes what people type for a number, keeps other words, and is not turned by the wheel', async () => {
    const store = show()
    const amount = field('Amount')
    const typed = async (text: string) => {
      await userEvent.clear(amount)
      if (text !== '') await userEvent.type(amount, text)
      return store.value('/prices/0/amount')
    }
    expect(await typed('1e3')).toBe(1000)
    expect(amount).toHaveProperty('value', '1e3')
    await userEvent.tab()
    expect(amount).toHaveProperty('value', '1000')
    expect(await typed('1,5')).toBe(1.5)
    expect(await typed('-')).toBe('-')
    await userEvent.keyboard('{ArrowUp}')
    expect(store.value('/prices/0/amount')).toBe('-')
    expect(await typed('1,500')).toBe('1,500')
    expect(document.getElementById(amount.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
      /point/
    )
    expect(await typed('12345678901234567890')).toBe('12345678901234567890')
    expect(await typed('')).toBeUndefined()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    expect(store.value('/prices/0/amount')).toBe(1)
    fireEvent.wheel(amount, { deltaY: -100 })
    expect(store.value('/prices/0/amount')).toBe(1)
  })

  it('F2 arrow keys step a number within its bounds, ten at a time with Shift', async () => {
    const store = show({ ...someOffer, seats: 895 })
    await userEvent.type(field('Seats'), '{ArrowUp}')
    expect(store.value('/seats')).toBe(896)
    await userEvent.type(field('Seats'), '{Shift>}{ArrowUp}{/Shift}')
    expect(store.value('/seats')).toBe(900)
  })

  it('F3 the first element of each property carries its key as id, and every one its pointer', () => {
    show()
    expect(document.getElementById('headline')?.dataset['pointer']).toBe('/headline')
    expect(document.getElementById('name')?.dataset['pointer']).toBe('/prices/0/name')
    expect(document.querySelectorAll('[id="name"]')).toHaveLength(1)
    expect(document.querySelector('[data-pointer="/prices/2/name"]')).not.toBeNull()
  })

  it('F2 the arrow keys move an item, and the focus stays with it', async () => {
    const store = show()
    const grip = screen.getByRole('button', { name: /^Move Adult: place 1 of 3/ })
    act(() => grip.focus())
    await userEvent.keyboard('{ArrowDown}')
    expect(store.value('/prices/1')).toMatchObject({ name: 'Adult' })
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/place 2 of 3/))
    await userEvent.keyboard('{End}')
    expect(store.value('/prices/2')).toMatchObject({ name: 'Adult' })
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Move Adult: place 3 of 3/)
    )
  })

  it('F2 taking back an added item leaves the keyboard at the item before it, or at the button that adds', async () => {
    const store = show({ ...someOffer, prices: [{ name: 'Adult', amount: 9 }] })
    const add = document.querySelector<HTMLElement>('[data-add="/prices"]')
    if (!add) throw new Error('no button')
    const at = () => document.activeElement?.closest('[data-pointer]')?.getAttribute('data-pointer')
    await userEvent.click(add)
    await waitFor(() => expect(at()).toBe('/prices/1/name'))
    act(() => void store.undo())
    await waitFor(() => expect(at()).toBe('/prices/0/name'))
    act(() => store.remove('/prices', 0))
    await userEvent.click(add)
    await waitFor(() => expect(at()).toBe('/prices/0/name'))
    act(() => void store.undo())
    await waitFor(() => expect(document.activeElement).toBe(document.querySelector('[data-add="/prices"]')))
  })

  it('F2 the navigation stays where the person is while the keyboard is in what an item opened elsewhere: its menu', () => {
    let parts: FormParts | null = null
    renderInApp(
      <FormView
        store={new FormStore(offer, someOffer, false)}
        label="Form"
        head={createPortal(<button type="button">Duplicate</button>, document.body)}
        onParts={(given) => (parts = given)}
      />
    )
    const chosen = () => parts?.spy.current()
    const name = document.querySelector<HTMLElement>('[data-pointer="/prices/1/name"] input')
    act(() => name?.focus())
    expect(chosen()).toBe('/prices/1')
    act(() => screen.getByRole('button', { name: 'Duplicate' }).focus())
    expect(chosen()).toBe('/prices/1')
  })

  it('F4 members that the schema does not know can be looked at', async () => {
    show({ ...someOffer, legacy: { a: 1 } })
    await userEvent.click(screen.getByRole('button', { name: '1 value that this form cannot show' }))
    expect(screen.getByText('legacy')).toBeTruthy()
    expect(screen.getByText(/"a": 1/)).toBeTruthy()
  })

  it('F4 a value of another kind is shown and kept until it is cleared', async () => {
    const store = show({ ...someOffer, headline: { odd: true } })
    expect(screen.getByText(/"odd": true/)).toBeTruthy()
    expect(store.value('/headline')).toEqual({ odd: true })
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(store.value('/headline')).toBeUndefined()
  })

  it('F2 a read-only form shows everything and offers no change', () => {
    show(someOffer, { readOnly: true })
    expect(field('Headline')).toHaveProperty('readOnly', true)
    expect(field('Status')).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: /^(Add|Move|Actions)/ })).toBeNull()
  })

  it('F2 the document may be a list at its top', async () => {
    const schema = schemaOf({ title: 'Ports', type: 'array', items: { type: 'string', title: 'port' } })
    const store = show(['Lund'], { schema })
    await userEvent.click(screen.getByRole('button', { name: 'Add port' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'port 2' }), 'Skag')
    expect(store.data).toEqual(['Lund', 'Skag'])
  })

  it('E7 the form breaks no accessibility rule', async () => {
    show({ ...someOffer, legacy: 1 })
    expect(await brokenRules()).toEqual([])
    expect(within(screen.getByRole('form')).getByRole('heading', { name: /Prices/ })).toBeTruthy()
  })

  it('E12 a form of more fields than a window can draw says so, with its bound, and draws none of them', () => {
    const wide = (count: number) =>
      schemaOf({
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: count }, (_, at) => [`field-${at}`, { type: 'string' }])
        )
      })
    show({}, { schema: wide(50_000) })
    expect(screen.getByText(/more than 5,000 fields/)).toBeTruthy()
    expect(screen.queryAllByRole('textbox')).toEqual([])
    cleanup()
    show({}, { schema: wide(20) })
    expect(screen.getAllByRole('textbox')).toHaveLength(20)
  })
})
