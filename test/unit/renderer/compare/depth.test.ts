import { describe, expect, it } from 'vitest'
import type { ContentPath } from '../../../../src/common/content/paths'
import { contentPath } from '../../../../src/common/content/paths'
import { newDocument, writeDocument } from '../../../../src/common/formats/structured'
import { depthsOf } from '../../../../src/renderer/src/features/compare/depth'
import { formatOf } from '../../../../src/common/formats/files'

const at = (name: string): ContentPath => contentPath(`/acme/web/${name}`)

describe('the depths of a comparison', () => {
  it('D12 pages are read, JSON has structure, structured documents have both, and everything has text', () => {
    const page = '<body><main><div><p>one</p></div></main></body>'
    const boat = writeDocument(newDocument({ title: 'Tern', schemaName: 'boat', data: { seats: 1 } }))
    expect(depthsOf(at('a.html'), 'page', page, page)).toEqual(['page', 'text'])
    expect(depthsOf(at('a.html'), 'page', page, boat)).toEqual(['page', 'text'])
    expect(depthsOf(at('a.html'), 'page', boat, boat)).toEqual(['structure', 'page', 'text'])
    expect(depthsOf(at('a.json'), 'json', '{}', '[]')).toEqual(['structure', 'text'])
    expect(depthsOf(at('a.css'), 'text', 'a', 'b')).toEqual(['text'])
    expect(depthsOf(at('a.svg'), 'text', '<svg/>', '<svg/>')).toEqual(['page', 'text'])
  })

  it('D12 a page that is too large is compared as text', () => {
    expect(depthsOf(at('a.html'), 'page', 'x'.repeat(5_000_001), '')).toEqual(['text'])
  })

  it('D12 the extension says how a file is compared', () => {
    expect(['json', 'HTML', 'link', 'css'].map(formatOf)).toEqual(['json', 'page', 'json', 'text'])
  })
})
