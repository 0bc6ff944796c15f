import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inThread } from '../../../src/main/search'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../../src/common/content/paths'
import type { TrustInfo, TrustState } from '../../../src/common/trust'
import { openSettings } from '../../../src/main/desktop/settings'
import { startMarker } from '../../../src/main/trust'
import { WorkspaceHost } from '../../../src/main/desktop/workspace-host'
import { restoreBackup } from '../../../src/main/backup'
import { openSecrets } from '../../../src/main/secrets'
import { appTrust } from '../../../src/main/trust'
import { WindowLine } from '../../contract/line'
import { bundleProgram } from '../../support/bundle'
import { Writer } from '../rooms/kept/people'
import {
  foreignPage,
  foreignSite,
  foreignWorkspace,
  watchedServer,
  type WatchedServer
} from '../../support/foreign-workspace'
import { tempFolder, until } from '../../support/workspace'

let server: WatchedServer
let base: string
let userData: string
let sent: string
let token: string
const running: WorkspaceHost[] = []
const told: TrustState[] = []
beforeEach(async () => {
  server = await watchedServer()
  base = await tempFolder()
  userData = join(base, 'user')
  await mkdir(userData)
  sent = join(base, 'sent')
  token = await foreignWorkspace(sent, server.origin)
  told.length = 0
})
afterEach(async () => {
  for (const host of running.splice(0)) await host.close()
  await server.close()
  await rm(base, { recursive: true, force: true })
})

/** The app, as it starts on this profile. */
function start(roomProgram = join(base, 'none.js')): WorkspaceHost {
  const say = (problem: unknown) => {
    throw problem instanceof Error ? problem : new Error(String(problem))
  }
  const host = new WorkspaceHost({
    appVersion: '0',
    sampleFolder: join(base, 'none'),
    workerProgram: join(base, 'none.js'),
    holdSearch: inThread(join(base, 'none.js')),
    searchSeals: join(base, 'search'),
    checkProgram: join(base, 'none.js'),
    roomProgram,
    openAddress: () => Promise.resolve(),
    secretsOf: (workspace) => openSecrets(workspace, { load: () => Promise.resolve(null) }),
    trust: appTrust(userData, say),
    starts: startMarker(join(userData, 'starting.json'), say),
    onState: (state) => told.push(state),
    notify: say
  })
  running.push(host)
  return host
}

/** Quits as a person does. */
async function quit(host: WorkspaceHost): Promise<void> {
  running.splice(running.indexOf(host), 1)
  await host.close()
  await startMarker(join(userData, 'starting.json'), () => {}).over()
}

const get = (path: string, headers = {}) => new Request(`galley://app${path}`, { headers })
const trustOf = async (host: WorkspaceHost) =>
  (await (await host.fetch(get('/app/trust'))).json()) as TrustInfo
const put = (host: WorkspaceHost, text: string) =>
  host.fetch(
    new Request(`galley://app/source${foreignPage}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'text/html' },
      body: text
    })
  )
const isSynced = () => server.asked.some((line) => line.startsWith(`GET /list${foreignSite}`))

describe('the workspace that the app has open', () => {
  it('T1 one that somebody sent asks nobody and answers nobody else; trusted, it goes on at once, and still does after a restart', async () => {
    const host = start()
    await host.open(sent)
    expect((await trustOf(host)).state).toBe('restricted')
    expect((await put(host, '<p>Mine</p>')).status).toBe(200)
    const others = () =>
      host.fetchForOthers(get(`/source${foreignPage}`, { Authorization: `Bearer ${token}` }))
    expect((await others()).status).toBe(503)
    expect(server.asked).toEqual([])
    await host.setTrusted(true)
    expect((await trustOf(host)).state).toBe('trusted')
    await until(isSynced)
    await until(() => server.asked.includes('GET /taken'))
    expect((await others()).status).toBe(200)
    expect(told).toEqual(['restricted', 'trusted'])
    await quit(host)

    server.asked.length = 0
    const again = start()
    await again.open(sent)
    expect((await trustOf(again)).state).toBe('trusted')
    await until(isSynced)
    await quit(again)

    const copy = join(base, 'copy')
    await cp(sent, copy, { recursive: true })
    server.asked.length = 0
    const third = start()
    await third.open(copy)
    expect((await trustOf(third)).state).toBe('restricted')
    expect(server.asked).toEqual([])
  })

  it('T1 one that Galley makes is never asked about, and trust is taken back at once', async () => {
    const host = start()
    await host.open(join(base, 'mine'))
    expect((await trustOf(host)).state).toBe('trusted')
    await host.setTrusted(false)
    expect((await trustOf(host)).state).toBe('restricted')
    await quit(host)
    const again = start()
    await again.open(join(base, 'mine'))
    expect((await trustOf(again)).state).toBe('restricted')
  })

  it('T1 E1 whatever is saved while the service is made anew is saved', async () => {
    const host = start()
    await host.open(sent)
    const answers: number[] = []
    const saving = (async () => {
      for (let n = 0; n < 40; n++) answers.push((await put(host, `<p>${n}</p>`)).status)
    })()
    const reads = Array.from({ length: 20 }, async (_, n) => {
      if (n % 5 === 0) await host.setTrusted(n % 10 === 0)
      return (await host.fetch(get(`/source${foreignPage}`))).status
    })
    await saving
    expect(new Set([...answers, ...(await Promise.all(reads))])).toEqual(new Set([200]))
    expect(await (await host.fetch(get(`/source${foreignPage}`))).text()).toBe('<p>39</p>')
  })

  it('T1 what cannot be written down changes nothing', async () => {
    const host = start()
    await host.open(sent)
    await mkdir(join(userData, 'trust.json'))
    await expect(host.setTrusted(true)).rejects.toThrow('could not be written down')
    expect((await trustOf(host)).state).toBe('restricted')
    expect(server.asked).toEqual([])
    await rm(join(userData, 'trust.json'), { recursive: true })
  })

  it('T4 after a start that was cut off a trusted one is held, until its person lets it go on', async () => {
    const host = start()
    await host.open(sent)
    await host.setTrusted(true)
    await until(isSynced)
    await quit(host)
    await writeFile(join(userData, 'starting.json'), JSON.stringify({ location: sent }))
    server.asked.length = 0
    const held = start()
    await held.open(sent)
    expect((await trustOf(held)).state).toBe('held')
    await put(held, '<p>Mine</p>')
    expect(server.asked).toEqual([])
    await held.setTrusted(true)
    await until(isSynced)
    expect((await trustOf(held)).state).toBe('trusted')
  })

  it('RT6 BK1 a backup has what was typed in a document a moment before it began', async () => {
    const host = start(await bundleProgram('src/main/rooms/program.ts'))
    await host.open(join(base, 'mine'))
    const page = contentPath('/acme/site/harbour.html')
    const body = '<body><main><div><p>The boats come in.</p></div></main></body>'
    const headers = { 'Content-Type': 'text/html' }
    const address = `galley://app/source${page}`
    expect((await host.fetch(new Request(address, { method: 'PUT', headers, body }))).status).toBe(201)
    const line = await WindowLine.open((path, init) => host.fetch(new Request(`galley://app${path}`, init)))
    const ada = new Writer('ada')
    await ada.join(line, page)
    ada.type('The boats', ' of the north')
    await ada.settled()
    const stored = await (await host.fetch(new Request(address))).text()
    expect(stored).not.toContain('north')
    await mkdir(join(base, 'backups'))
    const { file } = await host.backUp(join(base, 'backups'), {})
    line.cut()
    await restoreBackup(file, join(base, 'restored'))
    const restored = await readFile(join(base, 'restored', 'content', page), 'utf8')
    expect(restored).toContain('The boats of the north')
  })

  it('T1 what the app remembers says once that it asks', async () => {
    const settings = openSettings(userData, () => {})
    await settings.update({ asksForTrust: true })
    expect(JSON.parse(await readFile(join(userData, 'desktop.json'), 'utf8'))).toMatchObject({
      asksForTrust: true
    })
    expect(openSettings(userData, () => {}).value.asksForTrust).toBe(true)
  })
})
