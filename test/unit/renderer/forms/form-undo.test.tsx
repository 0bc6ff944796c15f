import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../../src/common/schema'
import { FormView } from '../../../../src/renderer/src/engines/form/FormView'
import { FormStore } from '../../../../src/renderer/src/engines/form/store/form-store'
import { renderInApp } from '../render'
import { offer } from './offer'

beforeEach(() => {
  Element.prototype.scrollIntoView ??= () => {}
  Element.prototype.scrollTo ??= () => {}
})
afterEach(cleanup)

const data: JsonValue = {
  headline: 'Three islands',
  unknown: { kept: true },
  status: 'draft',
  seats: 10,
  featured: false,
  prices: [
    { name: 'Adult', note: 'unknown too', amount: 9 },
    { name: 'Child', amount: 4 },
    { name: 'Dog', amount: { odd: true } }
  ],
  routes: ['Lund', 'Skag']
}

const field = (name: string) => screen.getAllByLabelText(new RegExp(`^${name}`))[0] ?? document.body
/** By its words: to look for roles takes seconds in this window. */
const button = (words: string | RegExp) => screen.getAllByText(words)[0] ?? document.body
const fromMenu = (item: string, entry: string) => async (user: UserEvent) => {
  await user.click(screen.getByLabelText(`Actions for ${item}`))
  await user.click(await screen.findByText(entry))
}
const inField = (name: string, keys: string) => async (user: UserEvent) => {
  await user.click(field(name))
  await user.keyboard(keys)
}

/** Everything that a form lets people do to its document, each as they do it. */
const deeds: readonly (readonly [string, (user: UserEvent, store: FormStore) => Promise<unknown>])[] = [
  ['typing into a text', inField('Headline', ' and a pier')],
  ['emptying a text', (user) => user.clear(field('Headline'))],
  ['typing into a long text that was not there', inField('Summary', 'Long words')],
  ['choosing', (user) => user.selectOptions(field('Status'), 'active')],
  ['choosing nothing', (user) => user.selectOptions(field('Status'), 'None')],
  ['typing a number', inField('Seats', '0')],
  ['emptying a number', (user) => user.clear(field('Seats'))],
  ['stepping a number', inField('Seats', '{ArrowUp}')],
  ['switching', (user) => user.click(field('Featured'))],
  ['clearing a value of another kind', (user) => user.click(button('Clear'))],
  ['adding an item', (user) => user.click(button('Add price'))],
  ['adding a plain item', (user) => user.click(button('Add route'))],
  ['inserting an item before', fromMenu('Child', 'Insert price before')],
  ['inserting an item after', fromMenu('Child', 'Insert price after')],
  ['duplicating an item', fromMenu('Child', 'Duplicate')],
  ['moving an item to the top', fromMenu('Dog', 'Move to the top')],
  ['moving an item up', fromMenu('Child', 'Move up')],
  ['moving an item down', fromMenu('Child', 'Move down')],
  ['moving an item to the bottom', fromMenu('Adult', 'Move to the bottom')],
  ['removing an item', fromMenu('Child', 'Remove')],
  [
    'removing a value that the form cannot show',
    async (user) => {
      await user.click(button(/cannot show/))
      await user.click(button('Remove'))
    }
  ],
  [
    'taking the JSON of another view',
    async (_, store) => store.take({ headline: 'Other' }, 'Change the JSON')
  ],
  ['taking what came from elsewhere', async (_, store) => store.replace({ headline: 'Other' })]
]

describe('Undo in a form', () => {
  it.each(deeds)('F2 E4 one step takes back %s, to the sign', async (_, deed) => {
    const store = new FormStore(offer, data)
    renderInApp(<FormView store={store} label="Form of Offer" />)
    const before = JSON.stringify(store.data)
    await deed(userEvent.setup(), store)
    await waitFor(() => expect(JSON.stringify(store.data)).not.toBe(before))
    const after = JSON.stringify(store.data)
    expect(store.undo()).toBe(true)
    expect(JSON.stringify(store.data)).toBe(before)
    expect(store.redo()).toBe(true)
    expect(JSON.stringify(store.data)).toBe(after)
  })
})
