import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Builder } from '../../../../src/renderer/src/features/schemas/Builder'
import { renderInApp } from '../app/render'

afterEach(cleanup)

it('E12 a schema of 50,000 fields shows the first of them, says how many more there are, and shows those when asked', () => {
  const names = Array.from({ length: 50_000 }, (_, at) => `field${at}`)
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  renderInApp(
    <Builder
      root={{ type: 'object', properties, required: names }}
      issues={[]}
      readOnly
      onChange={() => undefined}
    />
  )
  expect(screen.getAllByRole('listitem')).toHaveLength(300)
  expect(screen.getByText(/49,700 more are in the JSON/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show 300 more' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(600)
})
