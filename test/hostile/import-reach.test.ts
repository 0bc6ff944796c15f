import { afterEach, describe, expect, it } from 'vitest'
import type { ImportItem, ImportShown } from '../../src/common/importing/shapes'
import { openWorkspace } from '../contract/in-process'
import { expectRefusal, json, jsonParts } from '../contract/kit'
import { owner, person, type Asker } from '../contract/people'
import { foreignSite, leads, pageOf, sends } from '../support/foreign-site'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function desk(importHosts: readonly string[] = []) {
  const workspace = await openWorkspace({ importHosts, importLimits: { backoffMs: 1, tries: 1 } })
  const inside = await foreignSite({
    '/a': pageOf('<div><p>inside</p></div>'),
    '/p.png': leads('http://localhost:1/secret.png'),
    '/status/o/s/main/index': sends('application/json', '{"links":{"self":"/job"}}')
  })
  open.push(workspace, inside)
  return { inside, root: owner(workspace), author: await person(workspace, 'author@example.com') }
}

const list = (text: string, more: object = {}) => jsonParts({ source: { kind: 'list', text }, ...more })

async function settled(asker: Asker, address: string): Promise<ImportShown> {
  for (;;) {
    const job = json<ImportShown>(await asker.send('GET', address))
    if (!['listing', 'checking', 'running', 'validating'].includes(job.state)) return job
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

describe('imports from this machine', () => {
  it('IM9 somebody with a token begins none, in whatever way the address is written, also by saying to be asked', async () => {
    const { inside, author } = await desk()
    const { port } = new URL(inside.origin)
    for (const host of [
      '127.0.0.1',
      'localhost',
      'localhost.',
      '2130706433',
      '0x7f.1',
      '[::ffff:127.0.0.1]',
      '[::1]'
    ])
      for (const more of [{}, { ownNetwork: true }])
        expectRefusal(
          await author.send('POST', '/import/acme/web', list(`http://${host}:${port}/a`, more)),
          403,
          'forbidden'
        )
    const source = {
      kind: 'service',
      environment: 'live',
      admin: inside.origin,
      org: 'o',
      site: 's',
      address: 'https://www.example.com',
      token: 'x'
    }
    expectRefusal(await author.send('POST', '/import/acme/web', jsonParts({ source })), 403, 'forbidden')
    expect(inside.log).toEqual([])
  })

  it('IM9 the owner is asked first, and then it comes', async () => {
    const { inside, root } = await desk()
    const address = `${inside.origin}/a`
    const refusal = expectRefusal(
      await root.send('POST', '/import/acme/web', list(address)),
      409,
      'own-network'
    )
    expect(refusal.where).toBe(new URL(inside.origin).host)
    expect(inside.log).toEqual([])
    const begun = json<ImportShown>(
      await root.send('POST', '/import/acme/web', list(address, { ownNetwork: true }))
    )
    await root.send('POST', `${begun.links.self}/check`, jsonParts({}))
    expect((await settled(root, begun.links.self)).counts.verdicts).toEqual({ new: 1 })
  })

  it('IM9 what an administrator named is asked for everybody, and no other host that it leads to', async () => {
    const { inside, author } = await desk(['127.0.0.1'])
    const text = `${inside.origin}/a\n${inside.origin}/p.png`
    const begun = json<ImportShown>(await author.send('POST', '/import/acme/web', list(text)))
    const hosts = ['http://localhost:1']
    await author.send('POST', `${begun.links.self}/check`, jsonParts({ hosts }))
    await settled(author, begun.links.self)
    const { items } = json<{ items: ImportItem[] }>(await author.send('GET', begun.links.items))
    expect(items.map(({ check }) => check?.why ?? check?.verdict)).toEqual(['new', 'host'])
  })
})
