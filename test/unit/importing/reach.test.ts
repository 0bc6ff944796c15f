import type { lookup as lookUp, LookupAddress } from 'node:dns'
import { afterEach, describe, expect, it } from 'vitest'
import { openFetcher } from '../../../src/main/importing/sources/web/fetcher'
import { importLimits } from '../../../src/main/importing/limits'
import { mayLead, openOutgoing, ownNetworkToo, reachOf, reachOfHost } from '../../../src/main/outgoing'
import { guardedLookup } from '../../../src/main/outgoing/policy'
import { foreignSite, leads, sends } from '../../support/foreign-site'
import { byPath, checked, openDesk } from './imports'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

/** A directory of names in which each answer may be another one. */
function names(answers: Readonly<Record<string, readonly string[][]>>): typeof lookUp {
  const asked = new Map<string, number>()
  const look = (
    host: string,
    _options: unknown,
    done: (error: Error | null, addresses: LookupAddress[]) => void
  ) => {
    const all = answers[host] ?? []
    const count = asked.get(host) ?? 0
    asked.set(host, count + 1)
    const found = all[Math.min(count, all.length - 1)] ?? []
    queueMicrotask(() =>
      done(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      )
    )
  }
  // only this one of its many signatures is used
  return look as unknown as typeof lookUp
}

describe('where an import may reach', () => {
  it('IM9 tells this machine, its link, its network and the world apart, however an address is written', () => {
    const machine = [
      '127.0.0.1',
      '127.8.9.1',
      '0.0.0.0',
      '::1',
      '::',
      '::ffff:127.0.0.1',
      '[::ffff:7f00:1]',
      '64:ff9b::7f00:1',
      '[::ffff:0:7f00:1]'
    ]
    expect(machine.map(reachOf)).toEqual(machine.map(() => 'loopback'))
    expect(['169.254.169.254', 'fe80::1%eth0', '::ffff:a9fe:a9fe'].map(reachOf)).toEqual(
      Array(3).fill('link')
    )
    expect(['10.1.2.3', '172.31.0.1', '192.168.1.1', '100.64.0.1', 'fd00::1'].map(reachOf)).toEqual(
      Array(5).fill('network')
    )
    expect(['93.184.216.34', '172.32.0.1', '2606:2800::1'].map(reachOf)).toEqual(Array(3).fill('world'))
    const written = ['http://2130706433/', 'http://0x7f.1/', 'http://127.1/', 'http://[::ffff:127.0.0.1]/']
    expect(written.map((url) => reachOfHost(new URL(url).hostname))).toEqual(written.map(() => 'loopback'))
    expect(['localhost', 'a.LOCALHOST', 'example.com', 'localhost.example.com'].map(reachOfHost)).toEqual([
      'loopback',
      'loopback',
      null,
      null
    ])
  })

  it('IM9 a redirect from the world into this machine or network is not even offered', () => {
    const lead = (from: string, to: string) => mayLead(new URL(from), new URL(to))
    for (const to of ['http://127.0.0.1/', 'http://[::1]/', 'http://3232235777/', 'http://localhost:8080/'])
      expect(lead('https://www.example.com/a.png', to), to).toBe(false)
    expect(lead('https://www.example.com/a.png', 'https://cdn.example.com/a.png')).toBe(true)
    expect(lead('http://127.0.0.1:1/a.png', 'http://localhost:2/a.png')).toBe(true)
  })

  it('IM9 a name that leads into this machine, at once or later, is not asked (DNS rebinding)', async () => {
    const inside = await foreignSite({ '/': sends('text/html', '<main>inside</main>') })
    opened.push(inside)
    const { port } = new URL(inside.origin)
    const look = names({
      'evil.example': [['127.0.0.1']],
      'meta.example': [['169.254.169.254']],
      'both.example': [['93.184.216.34', '10.0.0.1']],
      'turned.example': [['93.184.216.34'], ['10.0.0.1']],
      'intranet.example': [['10.0.0.1']],
      localhost: [['127.0.0.1']]
    })
    const lookup = guardedLookup(ownNetworkToo(), look)
    const found = (host: string) =>
      new Promise<string>((resolve) =>
        lookup(host, { all: true }, (error, addresses) =>
          resolve(error ? error.message : JSON.stringify(addresses))
        )
      )
    expect(await found('turned.example')).toContain('93.184.216.34')
    expect(await found('turned.example')).toMatch(/led elsewhere before/)
    expect(await found('both.example')).toMatch(/led elsewhere/)
    expect(await found('meta.example')).toMatch(/leads into this machine/)
    expect(await found('intranet.example')).toContain('10.0.0.1')

    const fetcher = openFetcher(
      { ...importLimits, tries: 1 },
      {
        userAgent: 'test',
        policy: ownNetworkToo(),
        outgoing: openOutgoing({ policy: ownNetworkToo(), look })
      }
    )
    opened.push(fetcher)
    const read = (host: string) =>
      fetcher.read({
        method: 'GET',
        url: `http://${host}:${port}/`,
        headers: () => ({}),
        maxBytes: 1000,
        signal: new AbortController().signal,
        follow: () => false
      })
    await expect(read('evil.example')).rejects.toMatchObject({ why: 'host' })
    expect(inside.log).toEqual([])
    expect((await read('localhost')).status).toBe(200)
  })

  it('IM9 redirects to other ways of writing this machine, to other schemes and with names in them are not followed', async () => {
    const inside = await foreignSite({ '/secret.png': sends('image/png', new Uint8Array([1])) })
    opened.push(inside)
    const { port } = new URL(inside.origin)
    const targets = [
      `http://localhost:${port}/secret.png`,
      `http://2130706433:${port}/secret.png`,
      `http://[::ffff:127.0.0.1]:${port}/secret.png`,
      `http://user:word@127.0.0.1:${port}/secret.png`,
      'file:///etc/passwd',
      'ftp://127.0.0.1/x.png',
      'javascript:alert(1)'
    ]
    const foreign = await foreignSite(
      Object.fromEntries(targets.map((target, number) => [`/p${number}.png`, leads(target, 302)]))
    )
    opened.push(foreign)
    const desk = await openDesk()
    opened.push(desk)
    const text = targets.map((_, number) => `${foreign.origin}/p${number}.png`).join('\n')
    const { items } = await checked(desk, { kind: 'list', text })
    for (const number of targets.keys())
      expect(byPath(items, `/p${number}.png`).check, targets[number]).toMatchObject({ verdict: 'no' })
    expect(inside.log).toEqual([])
  })
})
