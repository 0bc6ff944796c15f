import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { api } from '../../../../src/renderer/src/api'
import { planOfMove, planOfRemoval } from '../../../../src/renderer/src/features/tree/links/whole-plan'
import { serveWindow, type ServedWindow } from '../history/window'

const at = (name: string) => contentPath(`/northwind/harbour/${name}`)
const { signal } = new AbortController()
const names = Array.from({ length: 1002 }, (_, n) => `p${n}.html`)
let served: ServedWindow

beforeEach(async () => {
  served = await serveWindow()
  const links = [0, 1001].map((n) => `<a href="/p${n}">x</a>`).join('')
  await api.write(at('index.html'), `<body><main><div>${links}</div></main></body>`)
  await api.write(at('p1.html'), '<body><main><div><a href="/p1001">x</a></div></main></body>')
  for (const name of names) if (name !== 'p1.html') await api.write(at(name), '<p>x</p>')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await served.close()
})

it('LK7 of more than a thousand things all are planned: those behind the first thousand, too', async () => {
  const moves = names.map((name) => ({ from: at(name), to: at(`docs/${name}`) }))
  const { files } = await planOfMove(moves, signal)
  const index = files.find(({ path }) => path === at('index.html'))
  expect(index?.edits.map(({ before, after }) => [before, after])).toEqual([
    ['/p0', '/docs/p0'],
    ['/p1001', '/docs/p1001']
  ])
  const { from } = await planOfRemoval(names.map(at), signal)
  // what goes itself is nobody who links
  expect(from.map(({ path, written }) => [path, written])).toEqual([
    [at('index.html'), '/p0'],
    [at('index.html'), '/p1001']
  ])
})
