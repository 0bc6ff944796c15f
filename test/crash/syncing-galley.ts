import { writeSync } from 'node:fs'
import { startServer } from '../../src/main/server'
import { createService } from '../../src/main/service'
import type { Service } from '../../src/main/service'
import { openStore } from '../../src/main/store'

/**
 * A Galley over a workspace, with a port, that syncs by itself until it is killed. Says its origin. Requests with the header `x-owner` are its
 * owner's, as in a window of the app.
 * Arguments: workspace, port. Whether it relays what people write together, and the token of the remote are in the environment.
 */
const [, , location = '', port = '0'] = process.argv
const token = process.env['GALLEY_TEST_TOKEN'] ?? ''

async function main(): Promise<void> {
  const store = await openStore({ folder: location, watch: false })
  const service = createService({
    store,
    appVersion: '0',
    relays: process.env['GALLEY_TEST_RELAYS'] === 'yes',
    secrets: {
      keep: () => Promise.resolve('this-run'),
      // as an earlier version kept it
      read: (name) => Promise.resolve(name.startsWith('sync ') && token !== '' ? token : null),
      where: () => Promise.resolve('this-run'),
      forget: () => Promise.resolve()
    }
  })
  const owned: Service = {
    ...service,
    fetch: (request, hint) => service.fetch(request, request.headers.has('x-owner') ? 'owner' : hint)
  }
  const server = await startServer({ service: owned, port: Number(port) })
  writeSync(1, `${server.origin}\n`)
  process.once('SIGTERM', () => {
    void (async () => {
      await server.close()
      await service.close()
      await store.close()
    })()
  })
}

void main()
