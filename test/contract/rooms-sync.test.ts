import { expect, it } from 'vitest'
import { contentPath } from '../../src/common/content/paths'
import type { SyncOverview } from '../../src/common/sync'
import { Writer } from '../unit/rooms/kept/people'
import { bundleProgram } from '../support/bundle'
import { until } from '../support/workspace'
import { WindowLine } from './line'
import { json, jsonParts } from './kit'
import { makeToken, openHttp } from './over-http'
import { owner, writePage } from './people'

const page = contentPath('/acme/site/harbour.html')
const source = '<body>\n<main>\n<div>\n<p>The boats come in.</p>\n</div>\n</main>\n</body>\n'

it('RT6 Y10 a sync sees what was typed a moment before: the state without it goes nowhere', async () => {
  const [here, there] = await Promise.all([
    openHttp({}, { roomProgram: await bundleProgram('src/main/rooms/program.ts'), syncs: false }),
    openHttp()
  ])
  const sent: string[] = []
  const unsubscribe = there.store.subscribe((event) => {
    if (event.type === 'file' && event.change !== 'deleted')
      void there.store
        .read(page)
        .then((found) => sent.push(new TextDecoder().decode(found?.bytes)))
        .catch(() => undefined)
  })
  const token = await makeToken(here.location, { email: 'ada@example.com' })
  const line = await WindowLine.open((path, init) =>
    fetch(here.server.origin + path, { ...init, headers: { Authorization: `Bearer ${token}` } })
  )
  try {
    await writePage(owner(here), page, source)
    const ada = new Writer('ada')
    await ada.join(line, page)
    const asks = (method: string, path: string, body: unknown) =>
      owner(here).send(method, path, jsonParts(body))
    const remote = {
      name: 'Team',
      base: there.server.origin,
      token: await makeToken(there.location)
    }
    const { id: remoteId } = json<{ id: string }>(await asks('POST', '/sync/remotes', remote))
    const pair = { remoteId, local: '/acme/site', remote: '/acme/site' }
    const { id } = json<{ id: string }>(await asks('POST', '/sync/pairs', pair))
    ada.type('The boats', ' of the north')
    await ada.settled()
    await asks('POST', `/sync/pairs/${id}/run`, {})
    const status = async () => json<SyncOverview>(await owner(here).send('GET', '/sync')).pairs[0]?.status
    await until(async () => (await status())?.last !== null && (await status())?.state !== 'running')
    const found = await here.store.read(page)
    expect(new TextDecoder().decode(found?.bytes)).toContain('The boats of the north')
    await until(async () => {
      await asks('POST', `/sync/pairs/${id}/run`, {})
      return sent.length > 0
    })
    expect(sent).toEqual([source.replace('The boats', 'The boats of the north')])
  } finally {
    unsubscribe()
    line.cut()
    await here.close()
    await there.close()
  }
}, 60_000)
