import { expect, it } from 'vitest'
import { contentPath } from '../../../src/common/content/paths'
import { openWorkspace } from '../../contract/in-process'
import { makeToken, openHttp } from '../../contract/over-http'
import { until } from '../../support/workspace'

it('A1 what a sync brings is of the owner, also of one who was named after the start', async () => {
  const server = await openHttp()
  const own = await openWorkspace()
  try {
    const page = contentPath('/acme/site/a.json')
    await server.store.write(page, new TextEncoder().encode('{}'), { by: { email: 'team@example.com' } })
    const ask = async (method: string, path: string, body?: unknown) => {
      const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
      const answer = await own.service.fetch(new Request(`galley://app${path}`, init), 'owner')
      expect(answer.ok, path).toBe(true)
      return (await answer.json()) as { id: string }
    }
    await ask('GET', '/app/workspace')
    await ask('PUT', '/app/workspace', { owner: { name: 'Mira Holm', email: 'mira@example.com' } })
    const token = await makeToken(server.location)
    const remote = { name: 'Team', base: server.server.origin, token }
    const { id: remoteId } = await ask('POST', '/sync/remotes', remote)
    await ask('POST', '/sync/pairs', { remoteId, local: '/acme/site', remote: '/acme/site' })
    await until(async () => (await own.store.stat(page)) !== null)
    expect(await own.store.stat(page)).toMatchObject({ modifiedBy: { email: 'mira@example.com' } })
  } finally {
    await own.close()
    await server.close()
  }
})
