import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Licences } from '../../../../src/renderer/src/features/help/Licences'
import { renderInApp } from '../render'

const notices = {
  parts: [
    { name: 'hono', version: '4.13.0', licence: 'MIT', texts: [0] },
    { name: 'pdfjs-dist', version: '6.5.438', licence: 'Apache-2.0', texts: [1, 2] }
  ],
  texts: ['Copyright (c) of a router', 'Apache License', 'Decoder of pictures']
}

const answer = (response: () => Response) => vi.stubGlobal('fetch', () => Promise.resolve(response()))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('Help, Licences', () => {
  it('PK5 shows each package with the words of its licence, and finds one by any word', async () => {
    answer(() => Response.json(notices))
    renderInApp(<Licences />)
    const list = await screen.findByRole('list', { name: 'Packages' })
    expect(within(list).getAllByRole('button')).toHaveLength(2)
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
    expect(screen.getByText('Copyright (c) of a router')).toBeTruthy()
    await userEvent.type(screen.getByRole('textbox'), 'decoder apache')
    expect(screen.getByRole('status').textContent).toBe('1 of 2 packages')
    expect(screen.getByRole('region', { name: 'Licence of pdfjs-dist' }).textContent).toContain(
      'Decoder of pictures'
    )
    await userEvent.type(screen.getByRole('textbox'), ' nowhere')
    expect(screen.getByText('Nothing has these words')).toBeTruthy()
    await userEvent.clear(screen.getByRole('textbox'))
    await userEvent.click(screen.getByRole('button', { name: /pdfjs-dist/ }))
    expect(screen.getByRole('button', { name: /pdfjs-dist/ }).getAttribute('aria-current')).toBe('true')
  })

  it('PK5 says so when they cannot be read, and tries again', async () => {
    answer(() => new Response(null, { status: 404 }))
    renderInApp(<Licences />)
    const again = await screen.findByRole('button', { name: 'Try again' })
    answer(() => Response.json(notices))
    await userEvent.click(again)
    await waitFor(() => expect(screen.getByRole('list', { name: 'Packages' })).toBeTruthy())
  })
})
