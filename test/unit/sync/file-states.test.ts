import { describe, expect, it } from 'vitest'
import type { BaseFile, Operation } from '../../../src/common/sync'
import { fileStates, statesBelow, type StatesInput } from '../../../src/common/sync/file-states'

const local = (path: string, hash: string, id = `id ${path}`) => [path, { path, hash, id }] as const
const agreed = (path: string, hash: string, id = `id ${path}`) =>
  [path, { agreed: { path, remotePath: path, hash, id } }] as const
const nothing: StatesInput = {
  local: new Map(),
  known: new Map(),
  queue: new Map(),
  failures: new Map(),
  clashes: [],
  held: { local: [], remote: [] },
  busy: [],
  looked: true
}
const shown = (input: Partial<StatesInput>) => {
  const { files, synced } = fileStates({ ...nothing, ...input })
  return [synced, ...files.map(({ path, state, what }) => `${path} ${state} ${what ?? '-'}`).sort()]
}
const pull = (path: string, why: 'new' | 'changed'): [string, Operation] => [
  path,
  { kind: 'pull', key: path, path, remotePath: path, hash: 'x', local: null, why }
]

describe('how files stand', () => {
  it('Y14 what is here and what was agreed on tells what is to be sent, also without a pass', () => {
    expect(
      shown({
        local: new Map([
          local('/same', 'a'),
          local('/changed', 'b'),
          local('/new', 'a'),
          local('/to', 'a', 'one')
        ]),
        known: new Map([
          agreed('/same', 'a'),
          agreed('/changed', 'a'),
          agreed('/gone', 'a'),
          agreed('/from', 'a', 'one')
        ])
      })
    ).toEqual([
      1,
      '/changed to-send changed',
      '/gone to-send deleted',
      '/new to-send new',
      '/to to-send renamed'
    ])
    expect(shown({ local: new Map([local('/a', 'a')]), looked: false })).toEqual([0, '/a unseen -'])
  })

  it('Y14 what a pass has left tells what is to be fetched; a conflict, a failure, a clash, a held deletion and an editor weigh more', () => {
    const files = ['/c', '/e', '/k', '/h', '/w'].map((path) => local(path, 'b'))
    expect(
      shown({
        local: new Map(files),
        known: new Map<string, { agreed: BaseFile; conflict?: { path: string } }>([
          ...files.map(([path]) => agreed(path, 'a')),
          ['/c', { ...agreed('/c', 'a')[1], conflict: { path: '/c' } }]
        ]),
        queue: new Map([pull('/n', 'new'), pull('/e', 'changed'), pull('/far', 'changed')]),
        failures: new Map([
          ['/e', { reason: 'forbidden', message: 'no' }],
          ['/far', { reason: 'unreachable', message: 'no answer' }]
        ]),
        clashes: [{ reason: 'same-name', keys: ['/k'], paths: [{ side: 'local', path: '/k' }] }],
        held: { local: ['/h'], remote: [] },
        busy: ['/w']
      })
    ).toEqual([
      0,
      '/c conflict -',
      '/e error changed',
      '/far to-fetch changed',
      '/h held deleted',
      '/k clash -',
      '/n to-fetch new',
      '/w editing changed'
    ])
  })

  it('Y14 a server that does not answer is no file that failed', () => {
    const gone = { reason: 'unreachable', message: 'no answer' }
    const input = { local: new Map([local('/a', 'b')]), known: new Map([agreed('/a', 'a')]) }
    expect(shown({ ...input, failures: new Map([['/', gone]]) })).toEqual([0, '/a to-send changed'])
  })

  it('Y14 a folder shows what is at or below it', () => {
    const { files } = fileStates({
      ...nothing,
      local: new Map([local('/news/a', 'b'), local('/newsroom', 'b')])
    })
    expect(statesBelow(files, '/news').map(({ path }) => path)).toEqual(['/news/a'])
    expect(statesBelow(files, '')).toHaveLength(2)
  })

  it('Y14 ten thousand files that are in sync are one number', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `/f${at % 100}/p${at}.html`)
    const input = {
      ...nothing,
      local: new Map(many.map((path) => local(path, 'b'))),
      known: new Map(many.map((path) => agreed(path, 'b')))
    }
    expect(fileStates(input)).toEqual({ files: [], synced: 10_000 })
  })
})
