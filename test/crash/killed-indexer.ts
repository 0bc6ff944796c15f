import { writeSync } from 'node:fs'
import { createService } from '../../src/main/service'
import { openStore } from '../../src/main/store'

/**
 * Publishes and unpublishes pages of a site with a query index until it is killed. Says `done` after each.
 * Arguments: workspace, a word that makes the contents of this run its own.
 */
const [, , location = '', run = ''] = process.argv

async function main(): Promise<void> {
  const store = await openStore({ folder: location, watch: false })
  const service = createService({ store, appVersion: '0.0.0' })
  const send = (method: string, path: string, body?: string) =>
    service.fetch(
      new Request(`http://127.0.0.1${path}`, {
        method,
        ...(body === undefined ? {} : { body, headers: { 'Content-Type': 'text/html' } })
      }),
      'owner'
    )
  for (let count = 0; ; count++) {
    const name = `p${count % 7}`
    await send('PUT', `/source/o/s/${name}.html`, `<main><div><h1>${run}-${count}</h1></div></main>`)
    await send('POST', `/publish/live/o/s/main/${name}`)
    if (count % 5 === 4) await send('DELETE', `/publish/live/o/s/main/p${(count + 3) % 7}`)
    if (count % 3 === 0) await (await send('GET', '/sites/live/o/s/query-index.json')).text()
    writeSync(1, 'done\n')
  }
}

void main()
