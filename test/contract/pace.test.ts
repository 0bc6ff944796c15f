import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPace, type Pace } from '../../src/main/permissions/pace'
import { openWorkspace, type Workspace } from './in-process'
import { form, jsonParts } from './kit'
import { owner, person, setPermissions, writePage, type Asker } from './people'

/** A step, less what clocks are apart. */
// a step of 50 ms; a timer may come a little early
const STEP = 45

let workspace: Workspace
let bob: Asker

beforeAll(async () => {
  workspace = await openWorkspace()
  const root = owner(workspace)
  await writePage(root, '/acme/site/open/a.html', '<p>ferry <a href="/secret/b">B</a></p>')
  await writePage(root, '/acme/site/secret/b.html', '<p>ferry <a href="/open/a">A</a></p>')
  await setPermissions(workspace, 'acme', ['/site/open/+** | bob@example.com | write'])
  bob = await person(workspace, 'bob@example.com')
  // the first question reads everything
  await root.send('GET', '/search?q=ferry')
  await root.send('GET', '/links/acme/site')
})
afterAll(() => workspace.close())

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const began = performance.now()
  const result = await work()
  return { result, ms: performance.now() - began }
}

const dry = jsonParts({ q: 'ferry', with: 'boat', dry: true })
const followed = (destination: string, plan: string) =>
  form(Object.entries({ destination, links: 'follow', plan }).map(([name, value]) => ({ name, value })))

describe('what tells of links and words', () => {
  it.each([
    ['GET', '/search/acme?q=ferry', {}, 200],
    ['GET', '/search/acme?q=in:history+ferry', {}, 200],
    ['GET', '/search/acme?q=in:trash+ferry', {}, 200],
    ['GET', '/search/acme?q=to:/acme/site/secret', {}, 200],
    ['GET', '/search/acme?q=%2Fferry%2F', {}, 200],
    ['GET', '/search/acme?q=fery', {}, 200],
    ['POST', '/replace/acme', dry, 200],
    ['POST', '/replace/acme', jsonParts({ q: 'kind:page', with: 'boat', dry: false }), 400],
    ['GET', '/links/acme/site', {}, 200],
    ['GET', '/external-links/acme/site', {}, 200],
    ['GET', '/links/acme/site/open/a.html', {}, 200],
    ['GET', '/links/acme/site/open/none.html', {}, 404],
    ['GET', '/links/acme/site/secret/b.html', {}, 403],
    ['GET', '/links/moved', {}, 200],
    ['GET', '/app/changes', {}, 200],
    [
      'POST',
      '/links/plan',
      jsonParts({ move: [{ from: '/acme/site/open/a.html', to: '/acme/site/open/c.html' }] }),
      200
    ],
    ['POST', '/links/plan', jsonParts({ remove: ['/acme/site/open/a.html'] }), 200],
    ['POST', '/move/acme/site/open/a.html', followed('/acme/site/open/c.html', 'other'), 412]
  ])('FI4: %s %s with what it refuses leaves at a step', async (method, address, parts, status) => {
    const { result, ms } = await timed(() => bob.send(method, address, parts))
    expect([result.status, ms >= STEP]).toEqual([status, true])
  })
})

describe('a pace', () => {
  const asked = (email: string, unrestricted = false): Parameters<Pace>[0] => ({
    access: { unrestricted },
    caller: { people: [{ email, groups: [] }] },
    request: new Request('http://127.0.0.1/')
  })

  it('FI4: a failure leaves at a step as well', async () => {
    const pace = openPace()
    const { ms } = await timed(() =>
      pace(asked('bob@example.com'), () => Promise.reject(new Error('early'))).catch(() => undefined)
    )
    expect(ms).toBeGreaterThanOrEqual(STEP)
  })

  it('FI4: nobody but the owner is answered more often than ten times a second, after the first ten', async () => {
    const pace = openPace()
    const all = (who: Parameters<Pace>[0], count: number) =>
      timed(() => Promise.all(Array.from({ length: count }, () => pace(who, () => Promise.resolve(1)))))
    const [bobs, Bobs, carol, root] = await Promise.all([
      all(asked('bob@example.com'), 8),
      all(asked('Bob@example.com'), 10),
      all(asked('carol@example.com'), 10),
      all(asked('root@example.com', true), 50)
    ])
    expect(Math.max(bobs.ms, Bobs.ms)).toBeGreaterThanOrEqual(800)
    expect(carol.ms).toBeLessThan(Bobs.ms)
    expect(root.ms).toBeLessThan(carol.ms)
  })

  it('FI4: who asks far more than that is refused, and only they', async () => {
    let now = 0
    const pace = openPace(() => now)
    const ask = (email: string) => pace(asked(email), () => Promise.resolve(1))
    const waiting = new AbortController()
    const many = Array.from({ length: 111 }, () => {
      const request = new Request('http://127.0.0.1/', { signal: waiting.signal })
      return pace({ ...asked('bob@example.com'), request }, () => Promise.resolve(1)).catch(
        (error: { reason: string }) => error.reason
      )
    })
    await expect(ask('carol@example.com')).resolves.toBe(1)
    waiting.abort()
    const told = await Promise.all(many)
    expect(told.filter((one) => one === 1)).toHaveLength(10)
    expect(told.filter((one) => one === 'cancelled')).toHaveLength(100)
    expect(told.filter((one) => one === 'too-many')).toHaveLength(1)
    now = 60_000
    await expect(ask('bob@example.com')).resolves.toBe(1)
  })
})
