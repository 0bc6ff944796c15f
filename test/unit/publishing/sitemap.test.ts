import { describe, expect, it } from 'vitest'
import { bulkRules } from '../../../src/common/publishing/page-metadata'
import { sitemapOf } from '../../../src/common/publishing/sitemap'

describe('a sitemap', () => {
  it('U10 of more than 50,000 pages is a list of sitemaps, which hold each page once', () => {
    const pages = Array.from({ length: 100_001 }, (_, number) => ({ webPath: `/p${number}`, at: 0 }))
    const of = (part: number | null) =>
      sitemapOf({ pages, address: 'https://a.example', metadata: bulkRules([]), part }) ?? ''
    expect([...of(null).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place)).toEqual([
      'https://a.example/sitemap.xml?part=1',
      'https://a.example/sitemap.xml?part=2',
      'https://a.example/sitemap.xml?part=3'
    ])
    const found = [1, 2, 3].flatMap((part) => [...of(part).matchAll(/<loc>/g)])
    expect(found).toHaveLength(100_001)
    expect(of(4)).toBe('')
  })
})
