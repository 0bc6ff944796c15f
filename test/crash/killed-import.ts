import { writeSync } from 'node:fs'
import { createService } from '../../src/main/service'
import { openStore } from '../../src/main/store'

/**
 * Opens a workspace, whose unfinished import goes on by itself, until it is killed or all imports have ended. Says `open`, and `ended`.
 * With an address, it first begins an import of the list there and runs it, replacing what is there.
 * Arguments: workspace, address of the list or nothing.
 */
const [, , location = '', list = ''] = process.argv
const site = '/acme/web'

async function main(): Promise<void> {
  const store = await openStore({ folder: location, watch: false })
  const service = createService({ store, appVersion: '0', importLimits: { backoffMs: 20, pollMs: 20 } })
  const ask = async (
    method: string,
    path: string,
    body?: object
  ): Promise<{ name: string; state: string }> => {
    const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await service.fetch(new Request(`http://x${path}`, init), 'owner')
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { name: string; state: string }
  }
  const until = async (name: string, states: readonly string[]) => {
    for (;;) {
      const { state } = await ask('GET', `/import${site}/${name}`)
      if (states.includes(state)) return
      await new Promise((resolve) => setTimeout(resolve, 3))
    }
  }
  if (list !== '') {
    const text = await (await fetch(list)).text()
    const { name } = await ask('POST', `/import${site}`, {
      source: { kind: 'list', text },
      ownNetwork: true
    })
    await ask('POST', `/import${site}/${name}/check`)
    await until(name, ['checked'])
    await ask('POST', `/import${site}/${name}/run`, { replace: true })
    writeSync(1, 'open\n')
    await until(name, ['done', 'failed', 'paused'])
  } else {
    writeSync(1, 'open\n')
    const all = (await ask('GET', `/import${site}`)) as unknown as { imports: { name: string }[] }
    for (const { name } of all.imports) await until(name, ['done', 'failed', 'paused'])
  }
  writeSync(1, 'ended\n')
  await service.close()
  await store.close()
}

void main()
