import { expect, it } from 'vitest'
import { contentPath } from '../../../src/common/content/paths'
import { openWorkspace } from '../../contract/in-process'
import { until } from '../../support/workspace'
import { openQuirkServer } from './quirk-server'

it('A1 Y36 what a sync brings from a server that tells no writer is of the owner, also of one who was named after the start', async () => {
  const server = await openQuirkServer()
  const own = await openWorkspace()
  try {
    const page = contentPath('/acme/site/a.json')
    server.put(page, '{}')
    const ask = async (method: string, path: string, body?: unknown) => {
      const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
      const answer = await own.service.fetch(new Request(`galley://app${path}`, init), 'owner')
      expect(answer.ok, path).toBe(true)
      return (await answer.json()) as { id: string }
    }
    await ask('GET', '/app/workspace')
    await ask('PUT', '/app/workspace', { owner: { name: 'Mira Holm', email: 'mira@example.com' } })
    const remote = { name: 'Team', base: server.origin, token: 'secret' }
    const { id: remoteId } = await ask('POST', '/sync/remotes', remote)
    await ask('POST', '/sync/pairs', { remoteId, local: '/acme/site', remote: '/acme/site' })
    await until(async () => (await own.store.stat(page)) !== null)
    expect(await own.store.stat(page)).toMatchObject({ modifiedBy: { email: 'mira@example.com' } })
  } finally {
    await own.close()
    await server.close()
  }
})
