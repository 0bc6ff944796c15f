import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, windowAfter, type RunningApp } from './support/app'
import { electronProgram, sandboxArguments, without } from './support/capabilities'
import { put, request } from './support/content'
import { openDesk } from './support/desk'
import { serveWorkspace } from './support/server'
import { awaitedLater, waitFor } from './support/wait'

const desk = openDesk()
const { launch, quit } = desk

const isRoot = process.platform === 'linux' && process.getuid?.() === 0
const startState = ({ page }: RunningApp) => page.evaluate(() => window.galley?.call('startState'))

describe.skipIf(without.electron)('the desktop app', () => {
  it('L1 shows on a fresh start that no workspace is open, and answers 503 until one is', async () => {
    const app = await launch({ userData: await desk.make('user') })
    expect(await startState(app)).toMatchObject({ kind: 'choose', recent: [] })
    const { status, text } = await request(app.page, 'GET', '/list')
    expect(status).toBe(503)
    expect(JSON.parse(text)).toMatchObject({ reason: 'no-workspace' })
  })

  it('L1 opens the workspace of last time, where the window was', async () => {
    const [userData, workspace] = [await desk.make('user'), await desk.make('ws')]
    const first = await launch({ userData, workspace })
    await put(first.page, '/org/site/a.html', '<p>kept</p>')
    await first.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setBounds({ width: 900, height: 700 })
    )
    await quit(first)
    const second = await launch({ userData })
    expect(await startState(second)).toEqual({ kind: 'open', location: workspace })
    expect((await request(second.page, 'GET', '/source/org/site/a.html')).text).toBe('<p>kept</p>')
    const size = await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getSize())
    expect(size).toEqual([900, 700])
  })

  it('L1 does not make a workspace anew whose disk is missing', async () => {
    const userData = await desk.make('user')
    const missing = join(await desk.make('gone'), 'workspace')
    await writeFile(
      join(userData, 'desktop.json'),
      JSON.stringify({ lastWorkspace: missing, recent: [missing] })
    )
    const app = await launch({ userData })
    expect(await startState(app)).toMatchObject({
      kind: 'choose',
      recent: [missing],
      problem: { location: missing, reason: 'not-found' }
    })
    await expect(access(missing)).rejects.toThrow()
  })

  it('W7 says that another process holds the workspace, and opens it when that has ended', async () => {
    const [userData, workspace] = [await desk.make('user'), await desk.make('ws')]
    const server = await serveWorkspace(workspace)
    try {
      const app = await launch({ userData, workspace })
      expect(await startState(app)).toMatchObject({
        kind: 'choose',
        problem: { location: workspace, reason: 'in-use' }
      })
      await server.stop()
      const open = (location: string) => window.galley?.call('openWorkspace', location)
      expect(await app.page.evaluate(open, workspace)).toEqual({ ok: true })
      expect((await request(app.page, 'GET', '/list')).status).toBe(200)
    } finally {
      await server.stop()
    }
  })

  it.skipIf(!isRoot)('W3 says that a workspace cannot be written, and opens another one', async () => {
    const workspace = await desk.make('ro')
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', workspace])
    try {
      await (await serveWorkspace(workspace)).stop()
      execFileSync('mount', ['-o', 'remount,ro', workspace])
      const app = await launch({ userData: await desk.make('user'), workspace })
      expect(await startState(app)).toMatchObject({ problem: { location: workspace, reason: 'read-only' } })
      await app.page.getByRole('alert').waitFor()
      const other = await desk.make('other')
      const open = (location: string) => window.galley?.call('openWorkspace', location)
      expect(await app.page.evaluate(open, other)).toEqual({ ok: true })
      await quit(app)
    } finally {
      execFileSync('umount', [workspace])
    }
  })

  it('W7 frees the workspace when it quits', async () => {
    const [userData, workspace] = [await desk.make('user'), await desk.make('ws')]
    await quit(await launch({ userData, workspace }))
    const server = await serveWorkspace(workspace)
    await server.stop()
  })

  it('L1 switches to another workspace, and stays where it is when that cannot be opened', async () => {
    const [userData, first, second] = [
      await desk.make('user'),
      await desk.make('one'),
      await desk.make('two')
    ]
    const app = await launch({ userData, workspace: first })
    await put(app.page, '/org/site/first.html', '<p>1</p>')
    const file = join(second, 'a-file')
    await writeFile(file, '')
    const open = (location: string) => window.galley?.call('openWorkspace', location)
    expect(await app.page.evaluate(open, file)).toMatchObject({ ok: false })
    expect(await app.page.evaluate(open, 'relative/folder')).toMatchObject({ ok: false, reason: 'bad-path' })
    expect((await request(app.page, 'GET', '/source/org/site/first.html')).status).toBe(200)
    await mkdir(join(second, 'ws'))
    expect(await app.page.evaluate(open, join(second, 'ws'))).toEqual({ ok: true })
    expect((await request(app.page, 'GET', '/source/org/site/first.html')).status).toBe(404)
    expect(await startState(app)).toEqual({ kind: 'open', location: join(second, 'ws') })
    await (await serveWorkspace(first)).stop()
  })

  it('L1 runs once for each folder of user data: a second start ends and shows the first', async () => {
    const userData = await desk.make('user')
    const app = await launch({ userData, workspace: await desk.make('ws') })
    await app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
    const second = spawn(electronProgram(), [...sandboxArguments, `--user-data-dir=${userData}`, root], {
      stdio: 'ignore'
    })
    expect((await once(second, 'exit'))[0]).toBe(0)
    const isMinimized = () =>
      app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())
    await waitFor('the window to come back', async () => !(await isMinimized()))
    expect(app.app.windows()).toHaveLength(1)
  })

  it('A1 shows two windows on one workspace, and closing one leaves the other', async () => {
    const app = await launch({ userData: await desk.make('user'), workspace: await desk.make('ws') })
    const other = await windowAfter(app, () => app.page.evaluate(() => window.galley?.call('newWindow')))
    await other.waitForLoadState('load')
    await put(other, '/org/site/a.html', '<p>from the second window</p>')
    expect((await request(app.page, 'GET', '/source/org/site/a.html')).text).toContain('second window')
    const closed = awaitedLater(other.waitForEvent('close'))
    await app.app.evaluate(({ BrowserWindow }) => BrowserWindow.fromId(2)?.close())
    await closed
    expect(app.app.windows()).toHaveLength(1)
    expect((await request(app.page, 'GET', '/list')).status).toBe(200)
  })
})

describe.skipIf(without.electron)('what a window may do', () => {
  const open = async () => launch({ userData: await desk.make('user'), workspace: await desk.make('ws') })

  it('N2 opens no port and reaches no network', async () => {
    const app = await open()
    for (const address of [
      'https://example.com/',
      'http://127.0.0.1:9/',
      'file:///etc/passwd',
      'galley://other/list'
    ]) {
      const outcome = await app.page.evaluate(
        (url) =>
          fetch(url).then(
            () => 'answered',
            () => 'refused'
          ),
        address
      )
      expect(outcome, address).toBe('refused')
    }
  })

  it('A1 keeps a sandboxed document, even one with scripts, away from the service', async () => {
    const app = await open()
    await put(app.page, '/org/site/a.html', '<p>private</p>')
    const message = await app.page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('message', (event) => resolve(event.data), { once: true })
          const frame = document.createElement('iframe')
          frame.setAttribute('sandbox', 'allow-scripts')
          // A blob of its own origin, so that our page's policy does not already stop the script.
          frame.srcdoc = '<img src="galley://app/source/org/site/a.html" onerror="">'
          frame.onload = () => resolve('loaded')
          document.body.append(frame)
        })
    )
    expect(message).toBe('loaded')
    const inFrame = app.page.frames().find((frame) => frame !== app.page.mainFrame())
    const outcome = await inFrame?.evaluate(() =>
      fetch('galley://app/source/org/site/a.html').then(
        (answer) => answer.text(),
        () => 'refused'
      )
    )
    expect(outcome).toBe('refused')
    const write = await inFrame?.evaluate(() =>
      fetch('galley://app/source/org/site/a.html', { method: 'PUT', body: 'x' }).then(
        () => 'sent',
        () => 'refused'
      )
    )
    expect(write).toBe('refused')
    expect((await request(app.page, 'GET', '/source/org/site/a.html')).text).toBe('<p>private</p>')
  })

  it('A1 neither navigates nor opens windows', async () => {
    const app = await open()
    await put(app.page, '/org/site/a.html', '<p>x</p>')
    for (const address of [
      'file:///etc/passwd',
      'https://example.com/',
      'galley://app/source/org/site/a.html'
    ]) {
      await app.page.evaluate((url) => {
        const link = document.createElement('a')
        link.href = url
        document.body.append(link)
        link.click()
        link.remove()
      }, address)
    }
    expect(await app.page.evaluate(() => window.open('about:blank'))).toBeNull()
    expect((await request(app.page, 'GET', '/list')).status).toBe(200)
    expect(app.page.url()).toBe('galley://app/')
    expect(app.app.windows()).toHaveLength(1)
  })

  it('A1 has no Node in the page, and no permission', async () => {
    const app = await open()
    const seen = await app.page.evaluate(async () => ({
      require: typeof Reflect.get(globalThis, 'require'),
      process: typeof Reflect.get(globalThis, 'process'),
      bridge: Object.keys(window.galley ?? {}).sort(),
      notifications: (await navigator.permissions.query({ name: 'notifications' })).state,
      location: (await navigator.permissions.query({ name: 'geolocation' })).state
    }))
    expect(seen).toEqual({
      require: 'undefined',
      process: 'undefined',
      bridge: ['call', 'misspelled', 'on', 'platform'],
      notifications: 'denied',
      location: 'denied'
    })
  })

  it('A1 refuses bridge calls with arguments that they cannot have', async () => {
    const app = await open()
    const refused = (name: string, ...args: unknown[]) =>
      app.page.evaluate(
        async ([call, given]) => {
          const bridge: unknown = Reflect.get(globalThis, 'galley')
          const invoke: unknown = typeof bridge === 'object' && bridge ? Reflect.get(bridge, 'call') : null
          if (typeof invoke !== 'function') return 'no bridge'
          return Promise.resolve(Reflect.apply(invoke, bridge, [call, ...given])).then(() => 'done', String)
        },
        [name, args] as const
      )
    expect(await refused('setTheme', 'purple')).toContain('arguments')
    expect(await refused('openWorkspace')).toContain('arguments')
    expect(await refused('openWorkspace', '/a', '/b')).toContain('arguments')
    expect(await refused('setMenuState', [{ id: 1 }])).toContain('arguments')
    expect(await refused('nonsense')).toContain('No handler')
    expect(await refused('revealInFolder', '/../../etc')).toContain('“..”')
  })
})
