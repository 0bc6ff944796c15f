import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchAnswer } from '../../src/common/search/answer'
import { replaceAnswer } from '../../src/common/replace/answers'
import { openWorkspace, type Workspace } from './in-process'
import { json, jsonParts } from './kit'
import { owner, person, setPermissions, writePage, type Asker } from './people'

const page = (body: string) =>
  `<body><header></header><main><div>${body}</div></main><footer></footer></body>`

let workspace: Workspace
let root: Asker
beforeAll(async () => {
  workspace = await openWorkspace()
  root = owner(workspace)
  const write = (path: string, body: string) => writePage(root, `/o/web${path}`, page(body))
  await write('/index.html', '<p>Welcome <a href="/offers/summer">Summer</a></p>')
  await write('/offers/summer.html', '<p>A summer ferry <a href="/gone">?</a></p>')
  await write('/offers/winter.html', '<p>A winter ferry <img src="/pic.png" alt="x"></p>')
  await write('/secret/plan.html', '<p>A secret ferry <a href="/offers/winter">Winter</a></p>')
  await root.send('PUT', '/source/o/web/pic.png', {
    headers: { 'Content-Type': 'image/png' },
    body: new Uint8Array([1])
  })
})
afterAll(() => workspace.close())

async function found(q: string, asker = root) {
  let answer = null
  await expect
    .poll(async () => {
      const reply = await asker.send('GET', `/search/o/web?q=${encodeURIComponent(q)}`)
      answer = searchAnswer.parse(json(reply))
      return answer.state.kind
    })
    .toBe('complete')
  const { hits, total, notes } = searchAnswer.parse(answer)
  expect(total).toBe(hits.length)
  return [...hits.map(({ path }) => path.replace('/o/web', '')).sort(), ...notes.map(({ kind }) => kind)]
}

describe('what is asked of links', () => {
  it('FI12: who links to a page or into a folder, and what is linked to from there', async () => {
    expect(await found('to:/offers/summer ')).toEqual(['/index.html'])
    expect(await found('to:/offers ')).toEqual(['/index.html', '/secret/plan.html'])
    expect(await found('ferry to:offers ')).toEqual(['/secret/plan.html'])
    expect(await found('from:/offers ')).toEqual(['/pic.png'])
    expect(await found('ferry -to:/offers ')).toEqual(['/offers/summer.html', '/offers/winter.html'])
    expect(await found('to:/pic.png OR from:/secret ')).toEqual(['/offers/winter.html'])
  })

  it('FI12: broken ones, orphans, and what has links, media or problems, also beside words and patterns', async () => {
    expect(await found('is:broken ')).toEqual(['/offers/summer.html'])
    expect(await found('is:orphan ')).toEqual(['/secret/plan.html'])
    expect(await found('has:media ')).toEqual(['/offers/winter.html'])
    expect(await found('has:problems ferry')).toEqual(['/offers/summer.html'])
    expect(await found('/f.rry/ -has:media ')).toEqual(['/offers/summer.html', '/secret/plan.html'])
  })

  it('FI12 FI3: beside words with OR between, and in history, they count for nothing, which is told', async () => {
    expect(await found('welcome OR is:broken ')).toEqual(['/index.html', 'linked'])
    expect(await found('welcome has:nothing ')).toEqual(['/index.html', 'bad-value'])
    expect(await found('-is:orphan ')).toEqual(['only-not'])
    expect(await found('is:broken in:history ')).toContain('not-past')
  })

  it('FI12 FI4: links of which somebody may not read both ends are none to them', async () => {
    await setPermissions(workspace, 'o', [
      '/web/index.html | eve@example.com | read',
      '/web/offers/** | eve@example.com | read'
    ])
    const eve = await person(workspace, 'eve@example.com')
    expect(await found('to:/offers ', eve)).toEqual(['/index.html'])
    expect(await found('to:/secret ', eve)).toEqual([])
    expect(await found('from:/secret ', eve)).toEqual([])
    expect(await found('is:orphan ', eve)).toEqual(['/offers/winter.html'])
  })

  it('FI12 RP1: they choose the files in which words are replaced', async () => {
    const reply = await root.send(
      'POST',
      '/replace/o/web',
      jsonParts({ q: 'ferry is:broken ', with: 'boat', dry: true })
    )
    const { found: told } = replaceAnswer.parse(json(reply))
    expect(told.map(({ path }) => path)).toEqual(['/o/web/offers/summer.html'])
  })
})
