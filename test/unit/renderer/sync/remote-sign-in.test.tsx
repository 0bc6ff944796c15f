import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { SignInState, SyncRemote } from '../../../../src/common/sync'
import { RemoteSignIn } from '../../../../src/renderer/src/features/sync/sign-in/RemoteSignIn'
import { TestResult } from '../../../../src/renderer/src/features/sync/sign-in/TestResult'
import { keptWords, untilWords } from '../../../../src/renderer/src/features/sync/sign-in/words'
import { renderInApp } from '../render'

afterEach(cleanup)

const signIn: SignInState = {
  issuer: 'https://login.example.com/team',
  clientId: 'galley',
  scope: null,
  audience: null,
  state: 'in',
  who: 'anna@example.com',
  until: Date.now() + 3_600_000,
  renews: true,
  address: null,
  problem: null
}
const remote: SyncRemote = {
  id: 'r',
  name: 'Team',
  base: 'https://content.example.com',
  hasToken: true,
  kept: 'keychain',
  problem: null,
  signIn: null
}
const show = (change: Partial<SyncRemote>) =>
  renderInApp(<RemoteSignIn remote={{ ...remote, ...change }} path="/a/b" onChange={() => undefined} />)

it('Y11 Y20 says who is signed in, for how long, and where that lies', () => {
  show({ signIn, kept: 'encrypted' })
  expect(screen.getByText(/^Signed in as/).textContent).toBe(
    'Signed in as anna@example.com at login.example.com, renewed by itself; kept encrypted on this computer.'
  )
  for (const name of ['Test the connection', 'Sign in again', 'Sign out'])
    expect(screen.getByRole('button', { name })).toBeTruthy()
})

it('Y11 Y20 a token has no person; it can be changed', () => {
  show({ kept: 'this-run' })
  expect(screen.getByText(/^A token for Team/).textContent).toBe(
    'A token for Team; kept until Galley is closed.'
  )
  expect(screen.getByRole('button', { name: 'Change the token…' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull()
})

it('Y20 a sign-in that has ended, failed or was never made says so, and leads to the browser', () => {
  const { unmount } = show({ hasToken: false, kept: null, signIn: { ...signIn, state: 'ended' } })
  expect(screen.getByRole('heading', { name: 'Your sign-in has ended' })).toBeTruthy()
  expect(screen.getByText(/until you sign in again as anna@example.com/)).toBeTruthy()
  unmount()
  show({
    hasToken: false,
    kept: null,
    signIn: { ...signIn, state: 'out', who: null, problem: 'Anna said no.' }
  })
  expect(screen.getByText('Anna said no.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy()
})

it('Y20 while the browser is waited for there is its address, also where no browser can be opened', () => {
  const address = 'https://login.example.com/auth?state=x'
  show({ hasToken: false, kept: null, signIn: { ...signIn, state: 'waiting', address } })
  expect(screen.getByRole('status').textContent).toBe('Go on in your browser')
  expect(screen.getByRole('link', { name: /Open the page of login.example.com/ }).getAttribute('href')).toBe(
    address
  )
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy()
})

it('Y21 of a connection test, what is wrong comes first; what works takes a line', () => {
  const look = { ok: true, message: 'content.example.com answers.' } as const
  const { unmount } = renderInApp(
    <TestResult
      test={{
        ok: false,
        looks: [
          { what: 'address', ...look },
          { what: 'token', ok: false, message: 'No token.' }
        ]
      }}
    />
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'No token.',
    'content.example.com answers.'
  ])
  unmount()
  renderInApp(<TestResult test={{ ok: true, looks: [{ what: 'address', ...look }] }} />)
  expect(screen.getByRole('status').textContent).toBe('The connection works. content.example.com answers.')
})

it('Y11 Y20 places and times have words', () => {
  expect([keptWords('keychain'), keptWords(null)]).toEqual(['in the keychain of this computer', ''])
  const now = 1_000_000_000_000
  expect(untilWords({ until: now + 7_200_000, renews: false }, now)).toBe(
    'ends in 2 hours; then sign in again'
  )
  expect(untilWords({ until: now - 1, renews: false }, now)).toBe('has ended')
  expect(untilWords({ until: null, renews: false }, now)).toBe('for as long as the server accepts it')
})
