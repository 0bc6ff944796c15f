import { mkdtemp, mkdir, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Changed, DocumentLinks, MovedOutsideAnswer, SiteProblems } from '../../src/common/links/answers'
import { openWorkspace, type Workspace } from './in-process'
import { form, json, jsonParts, text } from './kit'
import { owner, person, setPermissions, writePage, type Asker } from './people'

/** Another program moves what lies in the folder of the workspace. */

const page = (body: string) =>
  `<body><header></header><main><div>${body}</div></main><footer></footer></body>`

async function prepare(root: Asker) {
  await writePage(
    root,
    '/o/web/home.html',
    page('<p><a href="/docs/a">A</a> <a href="docs/b?x=1#part">B</a> <a href="/gone">?</a></p>')
  )
  await writePage(root, '/o/web/docs/a.html', page('<p><a href="b">B</a> <a href="../home">Home</a></p>'))
  await writePage(root, '/o/web/docs/b.html', page('<h2>Part</h2><p><a href="/docs/a">A</a></p>'))
}

const at = (workspace: Workspace, path: string) => join(workspace.location, 'content/o/web', path)

async function told(asker: Asker): Promise<MovedOutsideAnswer[]> {
  return json<MovedOutsideAnswer[]>(await asker.send('GET', '/links/moved'))
}
const moves = async (asker: Asker) =>
  (await told(asker)).map(({ from, to, files }) => `${from} → ${to} ${files}`)
const old = async (asker: Asker) =>
  json<SiteProblems>(await asker.send('GET', '/links/o/web?is=old')).problems.map(
    ({ path, n, fix }) => `${path} ${n}: ${fix?.before ?? '-'} → ${fix?.after ?? '-'}`
  )

async function mendAll(root: Asker): Promise<Changed> {
  const { problems } = json<SiteProblems>(await root.send('GET', '/links/o/web?is=old'))
  const mend = problems.flatMap(({ path, n, fix }) => (fix ? [{ path, n, ...fix }] : []))
  return json<Changed>(await root.send('POST', '/links/o/web', jsonParts({ mend })))
}

test('LK12 a folder that another program moved, also while nobody looked: every link that it left behind is told, mended as one, and taken back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'galley-moved-'))
  let workspace = await openWorkspace({}, folder)
  let root = owner(workspace)
  await prepare(root)
  // somebody has read the links before
  expect(await old(root)).toEqual([])
  await workspace.service.close()
  await workspace.store.close()
  await mkdir(at(workspace, 'help'))
  await rename(at(workspace, 'docs'), at(workspace, 'help/pages'))

  workspace = await openWorkspace({}, folder)
  root = owner(workspace)
  try {
    await expect.poll(() => moves(root)).toEqual(['/o/web/docs → /o/web/help/pages 2'])
    const left = [
      '/o/web/help/pages/a.html 1: ../home → ../../home',
      '/o/web/help/pages/b.html 0: /docs/a → /help/pages/a',
      '/o/web/home.html 0: /docs/a → /help/pages/a',
      '/o/web/home.html 1: docs/b?x=1#part → help/pages/b?x=1#part'
    ]
    expect(await old(root)).toEqual(left)
    // the link beside it in the folder leads where it led
    const { out } = json<DocumentLinks>(await root.send('GET', '/links/o/web/help/pages/a.html'))
    expect(out.map(({ state }) => state)).toEqual(['ok', 'old'])

    // what is moved here afterwards goes along
    const destination = form([{ name: 'destination', value: '/o/web/third/pages' }])
    expect((await root.send('POST', '/move/o/web/help/pages', destination)).status).toBe(204)
    expect(await moves(root)).toEqual(['/o/web/docs → /o/web/third/pages 2'])
    expect((await old(root))[1]).toBe('/o/web/home.html 1: docs/b?x=1#part → third/pages/b?x=1#part')

    const before = text(await root.send('GET', '/source/o/web/home.html'))
    const made = await mendAll(root)
    expect(made).toMatchObject({ files: 3, links: 4, left: [] })
    expect(await old(root)).toEqual([])
    expect(text(await root.send('GET', '/source/o/web/home.html'))).toBe(
      before.replace('/docs/a', '/third/pages/a').replace('docs/b?', 'third/pages/b?')
    )
    await root.send('POST', `/app/changes/${String(made.change)}/undo`)
    expect(text(await root.send('GET', '/source/o/web/home.html'))).toBe(before)
    expect((await old(root)).length).toBe(4)

    // and is known after another start
    await workspace.service.close()
    await workspace.store.close()
    workspace = await openWorkspace({}, folder)
    root = owner(workspace)
    expect((await old(root)).length).toBe(4)

    // what comes to lie in the old place is what is meant
    await writePage(root, '/o/web/docs/a.html', page('<p>New</p>'))
    expect(await old(root)).toEqual(['/o/web/home.html 1: docs/b?x=1#part → third/pages/b?x=1#part'])
  } finally {
    await workspace.close()
  }
})

/** What is renamed once more while the look at the first time still ends is told as new: no move is known. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 1500))

test('LK12 of a move nobody learns who may not read both ends, and who may not write is offered nothing', async () => {
  const workspace = await openWorkspace()
  const root = owner(workspace)
  try {
    await prepare(root)
    await setPermissions(workspace, 'o', [
      '/web/home.html | eve@example.com | read',
      '/web/docs/** | eve@example.com | read',
      '/web/help/** | eve@example.com | read',
      '/web/** | mara@example.com | read',
      '/web/home.html | mara@example.com | write'
    ])
    const [eve, mara] = [
      await person(workspace, 'eve@example.com'),
      await person(workspace, 'mara@example.com')
    ]
    await rename(at(workspace, 'docs'), at(workspace, 'secret'))
    await expect.poll(() => moves(root)).toEqual(['/o/web/docs → /o/web/secret 2'])
    expect(await moves(eve)).toEqual([])
    expect(await old(eve)).toEqual([])
    const states = async (asker: Asker) =>
      json<DocumentLinks>(await asker.send('GET', '/links/o/web/home.html')).out.map(({ state }) => state)
    expect(await states(eve)).toEqual(['broken', 'broken', 'unknown'])
    expect(await states(mara)).toEqual(['old', 'old', 'broken'])
    expect(await old(mara)).toContain('/o/web/home.html 0: /docs/a → /secret/a')
    expect(await old(mara)).toContain('/o/web/secret/b.html 0: - → -')
    // it goes on, and comes back: what is said of the places between stays known
    const folders = async () => text(await root.send('GET', '/list/o/web'))
    await expect.poll(folders).not.toContain('/docs')
    await rest()
    await rename(at(workspace, 'secret'), at(workspace, 'third'))
    await expect
      .poll(() => moves(root))
      .toEqual(['/o/web/secret → /o/web/third 2', '/o/web/docs → /o/web/third 2'])
    expect(await old(root)).toContain('/o/web/home.html 0: /docs/a → /third/a')
    await expect.poll(folders).not.toContain('/secret')
    await rest()
    await rename(at(workspace, 'third'), at(workspace, 'docs'))
    await expect
      .poll(async () => (await moves(root)).sort())
      .toEqual(['/o/web/secret → /o/web/docs 2', '/o/web/third → /o/web/docs 2'])
    expect(await old(root)).toEqual([])
  } finally {
    await workspace.close()
  }
})
