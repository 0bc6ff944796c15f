// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { importStates, type ImportItem, type ImportShown } from '../../../../src/common/importing/shapes'
import { timeToGo } from '../../../../src/renderer/src/features/importing/pace'
import { stepNames, stepOf } from '../../../../src/renderer/src/features/importing/steps'
import { pathOf, sourceWords, timeLeft } from '../../../../src/renderer/src/features/importing/words'

const job = (more: Partial<ImportShown> = {}): ImportShown => ({
  name: 'import-1',
  state: 'running',
  target: '/northwind/harbour',
  source: { kind: 'published', from: '/northwind/harbour', environment: 'live' },
  user: 'mara@northwind.example',
  createTime: '2026-11-21T10:00:00.000Z',
  replace: false,
  withMedia: true,
  progress: { done: 0, total: 100 },
  items: 100,
  refused: [],
  repeated: 0,
  hosts: [],
  counts: { kinds: {}, verdicts: {}, outcomes: {}, compared: 0, differing: 0 },
  links: { self: '', items: '', report: '' },
  ...more
})
const item = (address: string): ImportItem => ({
  number: 0,
  address,
  path: null,
  kind: 'document',
  chosen: true
})

describe('the steps of an import', () => {
  it('IM7 every state is at one of them, in the order in which an import goes through', () => {
    const steps = importStates.map((state) => [state, stepNames[stepOf(job({ state }))]])
    expect(Object.fromEntries(steps)).toEqual({
      listing: 'What',
      listed: 'What',
      checking: 'Check',
      checked: 'Check',
      running: 'Run',
      paused: 'Run',
      validating: 'Run',
      done: 'Report',
      cancelled: 'Report',
      failed: 'Check'
    })
    expect(stepNames[stepOf(null)]).toBe('Where from')
    expect(stepNames[stepOf(job({ state: 'failed', items: 0 }))]).toBe('What')
  })
})

describe('how things are called in an import', () => {
  it('IM1 an item is its path at the source, in letters that one can read', () => {
    expect(pathOf(item('live:/docs/a.html'), '/northwind/harbour')).toBe('/docs/a.html')
    expect(pathOf(item('https://a.example/gr%C3%B6%C3%9Fe'), 'https://a.example')).toBe('/größe')
    expect(pathOf(item('https://a.example'), 'https://a.example')).toBe('/')
    expect(pathOf(item('https://a.example/%ff'), 'https://a.example')).toBe('/%ff')
    expect(pathOf(item('https://b.example/x'), 'https://a.example')).toBe('https://b.example/x')
  })

  it('IM1 a source is the site, the service or the list that it was asked for', () => {
    const from = (source: ImportShown['source']) => sourceWords(job({ source }))
    expect(from({ kind: 'published', from: '/northwind/harbour', environment: 'preview' })).toBe(
      'northwind/harbour, preview'
    )
    expect(from({ kind: 'service', environment: 'live', from: 'https://a.example' })).toBe(
      'https://a.example, live'
    )
    expect(from({ kind: 'list', from: 'https://a.example' })).toBe('https://a.example')
  })
})

describe('the time that an import still takes', () => {
  it('IM5 is told by the pace of the step under way, and not before it can be', () => {
    const at = (done: number, more: Partial<ImportShown> = {}) =>
      job({ name: 'paced', progress: { done, total: 100 }, ...more })
    expect(timeToGo(at(10), 0)).toBeNull()
    expect(timeToGo(at(30), 1_000)).toBeNull()
    expect(timeToGo(at(12), 2_000)).toBeNull()
    expect(timeToGo(at(30), 2_000)).toBe(7_000)
    // another step begins anew
    expect(timeToGo(at(60, { state: 'validating' }), 3_000)).toBeNull()
    expect(timeToGo(at(100, { state: 'validating' }), 9_000)).toBeNull()
  })

  it.each([
    [1, '1 s left'],
    [59_000, '59 s left'],
    [130_000, '2 min 10 s left'],
    [7_260_000, '2 h 1 min left']
  ])('IM5 %i ms are %s', (ms, words) => {
    expect(timeLeft(ms)).toBe(words)
  })
})
