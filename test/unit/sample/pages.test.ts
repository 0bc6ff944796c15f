import { parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { bytesOf, current, isPage, manifest, referencesIn, targetOf, textOf, visit } from './sample-site'

const pages = [...current.values()].filter(isPage)
const idsOf = (path: string) => {
  const entry = current.get(path)
  return entry ? referencesIn(textOf(entry)).ids : []
}

describe('sample pages', () => {
  it('E9 there are at least 24 pages, 8 of them journal articles with real prose', () => {
    expect(pages.length).toBeGreaterThanOrEqual(24)
    const articles = pages.filter(({ path }) => /\/journal\/(?!index)/.test(path))
    expect(articles.length).toBeGreaterThanOrEqual(8)
    for (const article of articles) {
      const words = textOf(article)
        .replace(/<[^>]+>/g, ' ')
        .split(/\s+/)
        .filter(Boolean)
      expect(words.length, article.path).toBeGreaterThan(180)
    }
  })

  it.each(manifest.entries.filter(isPage).map((entry) => [entry.file, entry] as const))(
    'E9 %s is in the authoring format: header, main with sections, footer',
    (_file, entry) => {
      const html = textOf(entry)
      expect(html).toMatch(
        /^<body>\s*<header><\/header>\s*<main>\s*<div>[\s\S]*<\/main>\s*<footer><\/footer>\s*<\/body>\s*$/
      )
      visit(parse(html), (element) => {
        if (element.tagName !== 'main') return
        for (const child of element.childNodes) {
          if ('tagName' in child) expect(child.tagName, 'a child of main').toBe('div')
        }
      })
    }
  )

  it('E9 rows of one block have cells, and nothing else', () => {
    for (const page of pages) {
      visit(parse(textOf(page)), (element) => {
        if (element.tagName !== 'div' || !element.attrs.some(({ name }) => name === 'class')) return
        const rows = element.childNodes.filter((child) => 'tagName' in child)
        expect(rows.length, page.path).toBeGreaterThan(0)
        for (const row of rows) {
          const cells = row.childNodes.filter((child) => 'tagName' in child)
          expect(cells.every((cell) => cell.tagName === 'div') && cells.length > 0, page.path).toBe(true)
        }
      })
    }
  })

  it.each(pages.map((page) => [page.path, page] as const))(
    'E9 every link and image of %s resolves',
    (_path, page) => {
      const { links, images } = referencesIn(textOf(page))
      for (const image of images) expect([...current.keys()], image).toContain(targetOf(image))
      for (const link of links.filter((address) => !address.startsWith('mailto:'))) {
        expect(link, 'links are relative to the site').toMatch(/^\//)
        expect([...current.keys()], link).toContain(targetOf(link))
        const fragment = link.split('#')[1]
        if (fragment) expect(idsOf(targetOf(link)), link).toContain(fragment)
      }
    }
  )

  it('E9 every id occurs once in its page', () => {
    for (const page of pages) {
      const { ids } = referencesIn(textOf(page))
      expect(new Set(ids).size, page.path).toBe(ids.length)
    }
  })

  it('E9 media are small, at least 8 images and one PDF', () => {
    const media = [...current.values()].filter(({ path }) => path.includes('/media/'))
    expect(media.filter(({ path }) => /\.(svg|png|jpg)$/.test(path)).length).toBeGreaterThanOrEqual(8)
    expect(media.filter(({ path }) => path.endsWith('.pdf')).length).toBe(1)
    for (const entry of media) expect(bytesOf(entry).length, entry.path).toBeLessThan(60 * 1024)
  })
})
