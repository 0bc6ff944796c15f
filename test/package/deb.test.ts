import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor, within } from '../e2e/support/wait'
import { makePackages, root, withoutPackages, type Made } from './made'
import {
  commandOf,
  makeStranger,
  processesOf,
  statusOf,
  processNamespaceOf,
  type StartedApp,
  type Stranger
} from './stranger'
import { throwaway, withoutThrowaway, type Throwaway } from './throwaway'

const entry = '/usr/share/applications/app.galley.Galley.desktop'
const workspace = '/home/galley-test/Galley'

describe.skipIf(withoutPackages || withoutThrowaway)('the app, installed by apt', () => {
  let made: Made
  let system: Throwaway
  let screen: ChildProcess
  let person: Stranger
  let app: StartedApp
  beforeAll(async () => {
    made = await makePackages(['deb'])
    system = await throwaway({
      '/packages': made.out,
      '/checkout': root,
      '/tmp/.X11-unix': '/tmp/.X11-unix'
    })
    screen = spawn('Xvfb', ['-displayfd', '3', '-ac', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe']
    })
    const told = screen.stdio[3] as Readable
    const [number]: unknown[] = await within('a display', once(told, 'data'))
    person = await makeStranger(system, `:${String(number).trim()}`)
  })
  afterAll(async () => {
    await system?.remove()
    screen?.kill()
    made?.remove()
  })

  const install = (name: string) => system.must(['apt-get', 'install', '-y', `/packages/${name}`])
  const see = (expression: string) =>
    waitFor(expression, async () => Boolean(await app.evaluate(expression)), 60_000)
  const entryOf = (name: string) => `document.querySelector('[role="treeitem"][aria-label="${name}"]')`
  const fill = async (label: string, text: string) => {
    const found = `[...document.querySelectorAll('label')].find((one) => one.textContent.startsWith('${label}'))`
    await see(`${found} !== undefined`)
    await app.evaluate(`document.getElementById(${found}.htmlFor).select()`)
    await app.evaluate(`document.getElementById(${found}.htmlFor).focus()`)
    await app.type(text)
  }
  const sums = () =>
    system.must([
      'sh',
      '-c',
      `cd ${workspace} && find content .galley/versions -type f -exec sha256sum {} + | sort -k 2`
    ])

  it('PK6 a fresh user starts it from its menu entry, without a network, sandboxed, and takes the sample', async () => {
    await install(made.file('.deb').slice(made.out.length + 1))
    app = await person.start(entry)
    await fill('Your name', 'Mira Holm')
    await fill('E-mail', 'mira@example.com')
    await fill('Workspace folder', workspace)
    const start = `[...document.querySelectorAll('button')].find((one) => one.textContent === 'Start')`
    await see(`${start}?.disabled === false`)
    await app.evaluate(`${start}.click()`)
    await see(`${entryOf('index.html')} !== null`)
    await app.doubleClick('[role="treeitem"][aria-label="index.html"]')
    await see(`document.querySelector('[role="textbox"][aria-label^="Page "]') !== null`)

    const told = (pid: number) => commandOf(pid).join(' ')
    const renderers = processesOf(person.uid).filter((pid) => told(pid).includes('--type=renderer'))
    expect(renderers.length).toBeGreaterThan(0)
    for (const pid of renderers) {
      expect(statusOf(pid, 'Seccomp'), 'the filter of its calls').toBe('2')
      expect(processNamespaceOf(pid)).not.toBe(processNamespaceOf(app.pid))
    }
    expect(processesOf(person.uid).filter((pid) => told(pid).includes('no-sandbox'))).toEqual([])
  })

  it('PK6 what is saved and published is there after kill -9', async () => {
    const call = (method: string, address: string, body?: string) =>
      app.evaluate(
        `fetch('${address}', { method: '${method}', ${body === undefined ? '' : `body: ${JSON.stringify(body)}`} }).then((answer) => answer.status)`
      )
    const site = await app.evaluate(
      `document.querySelector('[role="treeitem"][aria-label="index.html"]').dataset.path.split('/').slice(1, 3).join('/')`
    )
    const address = `/source/${String(site)}/installed.html`
    const text = '<body><header></header><main><div><p>installed</p></div></main><footer></footer></body>\n'
    expect(await call('PUT', address, text)).toBe(201)
    const [org, name] = String(site).split('/')
    expect(await call('POST', `/publish/live/${org}/${name}/main/installed`)).toBe(200)
    await app.kill()
    app = await person.start(entry)
    await see(`${entryOf('installed.html')} !== null`)
    expect(await app.evaluate(`fetch('${address}').then((answer) => answer.text())`)).toBe(text)
    expect(
      await app.evaluate(`fetch('/sites/live/${org}/${name}/installed').then((answer) => answer.text())`)
    ).toContain('installed')
  })

  it('PK6 as root it says in one sentence why not, and starts nothing', async () => {
    const { code, said } = await system.run(['galley-app'])
    expect(code).not.toBe(0)
    expect(said.trim().split('\n')).toHaveLength(1)
    expect(said).toContain('root')
  })

  it('PK6 is upgraded, removed and purged, and every byte of the workspace stays; no name was asked for', async () => {
    await app.quit()
    const before = await sums()
    expect(before).toContain('installed.html')
    await system.must([
      'sh',
      '-c',
      'cd /var/tmp && dpkg-deb -R /packages/galley_*.deb next && sed -i "s/^Version: .*/Version: 99.0.0/" next/DEBIAN/control && dpkg-deb -Znone -b next next.deb && rm -r next'
    ])
    await system.must(['apt-get', 'install', '-y', '/var/tmp/next.deb'])
    expect(await system.must(['dpkg-query', '-W', '-f', '${Version}', 'galley'])).toBe('99.0.0')
    app = await person.start(entry)
    await see(`${entryOf('installed.html')} !== null`)
    await app.quit()
    await system.must(['apt-get', 'remove', '-y', 'galley'])
    await system.must(['apt-get', 'purge', '-y', 'galley'])
    expect((await system.run(['ls', '/opt/Galley'])).code).not.toBe(0)
    expect((await system.run(['ls', '/etc/apparmor.d/galley'])).code).not.toBe(0)
    expect(await sums()).toBe(before)
    expect(await person.lookups()).toEqual([])
  })
})
