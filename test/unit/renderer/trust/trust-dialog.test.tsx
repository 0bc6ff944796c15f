import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { TrustInfo } from '../../../../src/common/trust'
import { TrustDialog } from '../../../../src/renderer/src/features/trust/TrustDialog'
import { linesOf } from '../../../../src/renderer/src/features/trust/words'
import { brokenRules, renderInApp } from '../render'

const wouldDo: TrustInfo['wouldDo'] = {
  syncs: [
    {
      name: 'Team',
      address: 'https://xn--gley-nzb1l.example',
      signIn: 'https://login.example',
      pairs: [{ local: '/acme/site', remote: '/acme/other', paused: false }]
    }
  ],
  imports: [{ into: '/acme/site', state: 'running', hosts: ['old.example', 'cdn.example'] }],
  identityProvider: { issuer: 'https://id.example', audience: 'galley' },
  tokens: [{ kind: 'site', email: 'a@b.example', groups: [], site: 'acme/site' }],
  sessions: 2
}

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

it('T1 the dialog lists what it would do, with every host, and asks the desktop alone to trust', async () => {
  const call = vi.fn(() => Promise.resolve({ ok: true }))
  vi.stubGlobal('galley', { call, platform: 'linux', on: () => () => {} })
  const onDone = vi.fn()
  renderInApp(<TrustDialog info={{ state: 'restricted', howTo: '', wouldDo }} onDone={onDone} />)
  const shown = screen.getByRole('region', { name: 'What it sets going' })
  for (const host of [
    'https://xn--gley-nzb1l.example',
    'https://login.example',
    'old.example, cdn.example',
    'https://id.example'
  ])
    expect([host, shown.textContent?.includes(host)]).toEqual([host, true])
  expect(shown.textContent).toContain('a@b.example')
  expect(shown.textContent).toContain('2 browsers')
  expect(await brokenRules()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Trust this workspace' }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(call).toHaveBeenCalledWith('setTrusted', true)
})

it('T1 in a browser the dialog says how to trust it on the command line', () => {
  const howTo = 'See what it would do, and trust it, with: galley trust --data /w'
  renderInApp(<TrustDialog info={{ state: 'restricted', howTo, wouldDo }} onDone={() => {}} />)
  expect(screen.getByText(howTo)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Trust this workspace' })).toBeNull()
})

it('T1 every thing that is set going has a line of its own', () => {
  expect(linesOf(wouldDo).map(({ kind }) => kind)).toEqual([
    'sync',
    'sign-in',
    'import',
    'provider',
    'token',
    'session'
  ])
})
