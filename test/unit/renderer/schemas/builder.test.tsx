import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '../../../../src/common/schema'
import { Builder } from '../../../../src/renderer/src/features/schemas/Builder'
import { renderInApp } from '../render'

afterEach(cleanup)

it('E12 a schema of 50,000 fields shows the first of them, says how many more there are, and shows those when asked', () => {
  const names = Array.from({ length: 50_000 }, (_, at) => `field${at}`)
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  renderInApp(
    <Builder
      root={{ type: 'object', properties, required: names }}
      issues={[]}
      readOnly
      saved
      onChange={() => undefined}
    />
  )
  expect(screen.getAllByRole('listitem')).toHaveLength(300)
  expect(screen.getByText(/49,700 more are in the JSON/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show 300 more' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(600)
})

describe('a new field', () => {
  let schema: JsonObject = {}
  function Held() {
    const [saved, setSaved] = useState(false)
    const [root, setRoot] = useState<JsonObject>({ type: 'object', properties: { text: { type: 'string' } } })
    schema = root
    return (
      <>
        <button onClick={() => setSaved(true)}>Save</button>
        <Builder root={root} issues={[]} readOnly={false} saved={saved} onChange={setRoot} />
      </>
    )
  }
  const keys = () => Object.keys(schema['properties'] ?? {})
  const settings = () => within(screen.getByRole('form', { name: /^Settings of/ }))
  const write = (label: RegExp, value: string) =>
    fireEvent.change(settings().getByLabelText(label), { target: { value } })
  const add = async (kind: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'Add field' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: kind }))
    await waitFor(() => expect(document.activeElement).toBe(settings().getByLabelText(/^Label/)))
  }

  it('F10 begins with its label, and its key follows the label until one is written', async () => {
    Element.prototype.scrollIntoView ??= vi.fn()
    renderInApp(<Held />)
    await add('Text')
    await userEvent.keyboard('Über uns')
    expect(keys()).toEqual(['text', 'uber-uns'])
    write(/^Label/, 'Text')
    expect(keys()).toEqual(['text', 'text-2'])

    write(/^Key/, 'own')
    write(/^Label/, ' that is longer')
    expect(keys()).toEqual(['text', 'own'])

    await add('Number')
    await userEvent.keyboard('Fee')
    expect(keys()).toEqual(['text', 'own', 'fee'])
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    write(/^Label/, ' in crowns')
    expect(keys()).toEqual(['text', 'own', 'fee'])
  })
})
