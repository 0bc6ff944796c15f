import { describe, expect, it } from 'vitest'
import type { Publication } from '../../../../src/common/publishing/answers'
import { contentPath } from '../../../../src/common/content/paths'
import { publicAddress } from '../../../../src/renderer/src/features/publishing/addresses'
import {
  environmentState,
  sentenceFor,
  shortWords
} from '../../../../src/renderer/src/features/publishing/publish-state'

const there: Publication = {
  status: 200,
  url: '',
  permissions: [],
  lastModified: 'Sat, 21 Nov 2026 15:00:00 GMT',
  lastModifiedBy: 'mira@example.com',
  sourceEtag: '"a"'
}
const nowhere: Publication = { status: 404, url: '', permissions: [] }

describe('the state of a publication in words', () => {
  it('E2 says never, up to date, changed since or gone, with when and by whom', () => {
    expect(environmentState(nowhere, '"a"')).toEqual({ freshness: 'never', at: null, by: null })
    expect(environmentState(there, '"a"')).toEqual({
      freshness: 'up-to-date',
      at: Date.UTC(2026, 10, 21, 15),
      by: 'mira@example.com'
    })
    expect(environmentState(there, '"b"').freshness).toBe('changed')
    expect(environmentState(there, null).freshness).toBe('source-gone')
  })

  it('E2 the few words tell of live first, then of preview', () => {
    const words = (preview: Publication, live: Publication, etag: string) =>
      shortWords(environmentState(preview, etag), environmentState(live, etag))
    expect(words(nowhere, nowhere, '"a"')).toBe('Not published')
    expect(words(there, nowhere, '"a"')).toBe('Preview only')
    expect(words(there, nowhere, '"b"')).toBe('Preview, changed since')
    expect(words(there, there, '"a"')).toBe('Live')
    expect(words(there, there, '"b"')).toBe('Live, changed since')
  })

  it('E2 every state has a sentence of its own', () => {
    const states = [
      environmentState(nowhere, null),
      environmentState(there, '"a"'),
      environmentState(there, '"b"')
    ]
    const sentences = (['live', 'preview'] as const).flatMap((environment) =>
      states.map((state) => sentenceFor(environment, state))
    )
    expect(new Set(sentences).size).toBe(sentences.length)
  })

  it('N3 the address to copy is that of the data for structured documents, and whole once somebody can reach it', () => {
    const path = contentPath('/o/s/docs/a ü.html')
    expect(publicAddress(path, 'live', true, null)).toBe('/delivery/live/o/s/docs/a%20%C3%BC')
    expect(publicAddress(path, 'live', false, 'http://127.0.0.1:1')).toBe(
      'http://127.0.0.1:1/sites/live/o/s/docs/a%20%C3%BC'
    )
    expect(publicAddress(contentPath('/o/s/index.html'), 'preview', false, null)).toBe('/sites/preview/o/s/')
  })
})
