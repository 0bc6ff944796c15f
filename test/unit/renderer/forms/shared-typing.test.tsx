import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { valueAt } from '../../../../src/common/json/pointer'
import { SharedFields } from '../../../../src/common/rooms/window/shared-fields'
import { bytesOfData, dataPlaceIn } from '../../../../src/common/rooms/window/data-places'
import { FormView } from '../../../../src/renderer/src/engines/form/FormView'
import { FormStore } from '../../../../src/renderer/src/engines/form/store/form-store'
import { fleet, fleetText, FormPerson, stored } from '../../rooms/overlay/form-people'
import { twoWindows } from '../documents/two-windows'
import { brokenRules, renderInApp } from '../render'

beforeEach(() => {
  Element.prototype.scrollIntoView ??= () => {}
  Element.prototype.scrollTo ??= () => {}
})
afterEach(cleanup)

/** A form in this window, and somebody else who writes in it. */
function show(notes: string) {
  const other = new FormPerson(stored({ name: 'North', notes }), 5)
  const doc = new Y.Doc()
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(other.doc))
  const shared = new SharedFields(doc)
  shared.useSchema(fleetText, fleet)
  const store = new FormStore(fleet, shared.data)
  store.share(shared)
  shared.changed = () => store.follow()
  other.doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== doc) act(() => Y.applyUpdate(doc, update, other.doc))
  })
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== other.doc) Y.applyUpdate(other.doc, update, doc)
  })
  const { mine, theirs } = twoWindows()
  renderInApp(<FormView store={store} label="Form" company={mine} />)
  const field = screen.getByLabelText<HTMLTextAreaElement>(/^notes/i)
  const others = () => String(valueAt(other.data, '/notes'))
  const writes = (at: number, text: string) =>
    other.set('/notes', others().slice(0, at) + text + others().slice(at))
  return { store, mine, theirs, field, others, writes, shared }
}

const choose = (field: HTMLTextAreaElement, from: number, to: number, direction?: 'backward') =>
  act(() => {
    field.setSelectionRange(from, to, direction)
    document.dispatchEvent(new Event('selectionchange'))
  })

describe('RT7 a long text that others write in too', () => {
  it('RT1 the caret, and what is chosen, stay at their letters, and what is typed goes there', async () => {
    const { field, others, writes } = show('aaaa aaaa')
    const user = userEvent.setup()
    await user.click(field)
    choose(field, 4, 4)
    await user.keyboard('b')
    writes(0, 'aa')
    expect([field.value, field.selectionStart]).toEqual(['aaaaaab aaaa', 7])
    await user.keyboard('c')
    writes(8, '!')
    expect([field.value, field.selectionStart]).toEqual(['aaaaaabc! aaaa', 8])
    choose(field, 2, 5, 'backward')
    writes(0, 'x')
    writes(4, 'y')
    expect([field.selectionStart, field.selectionEnd, field.selectionDirection]).toEqual([3, 7, 'backward'])
    expect(others()).toBe(field.value)
  })

  it('an input method is not disturbed: what others write meanwhile comes afterwards, and nobody’s letters are lost', async () => {
    const { field, others, writes } = show('one two')
    await userEvent.click(field)
    choose(field, 3, 3)
    fireEvent.compositionStart(field)
    fireEvent.change(field, { target: { value: 'onek two' } })
    writes(0, 'so ')
    // what the input method works at is as it has made it
    expect(field.value).toBe('onek two')
    choose(field, 4, 4)
    fireEvent.change(field, { target: { value: 'oneか two' } })
    choose(field, 4, 4)
    fireEvent.compositionEnd(field)
    expect(field.value).toBe('so oneか two')
    expect(others()).toBe('so oneか two')
    expect(field.selectionStart).toBe(7)
  })

  it('RT5 what is taken back is one’s own', async () => {
    const { store, field, writes } = show('one')
    const user = userEvent.setup()
    await user.click(field)
    await user.keyboard('{End} two')
    writes(0, 'so ')
    act(() => void store.undo())
    expect(field.value).toBe('so one')
  })

  it('RT10 shows where others are in it, and tells them where one is', async () => {
    const { field, mine, theirs, shared, writes } = show('one two three')
    await userEvent.click(field)
    choose(field, 4, 7)
    await waitFor(() => {
      const place = dataPlaceIn(theirs.people[0]?.at ?? new Uint8Array())
      expect(place).toEqual({
        field: '/notes',
        chosen: [
          { run: '0', at: 4 },
          { run: '0', at: 7 }
        ]
      })
    })
    const chosen = [shared.letterAt('/notes', 8), shared.letterAt('/notes', 13)] as const
    const [from, to] = chosen
    if (!from || !to) throw new Error('no letters')
    theirs.led(
      () => true,
      () => bytesOfData({ field: '/notes', chosen: [from, to] })
    )
    act(() => theirs.moved('form'))
    const mark = () => document.querySelector('[data-pointer="/notes"] [data-person] mark')?.textContent
    await waitFor(() => expect(mark()).toBe('three'))
    writes(0, 'so ')
    expect(mark()).toBe('three')
    expect(await brokenRules()).toEqual([])
    act(() => mine.heard([]))
    expect(mark()).toBeUndefined()
  })
})
