import { describe, expect, it } from 'vitest'
import { metadataProblems } from '../../../src/common/checks/missing-metadata'
import { contentPath } from '../../../src/common/content/paths'
import { bulkRules, metadataFor, type PageMetadata } from '../../../src/common/publishing/page-metadata'

const none: PageMetadata = new Map()
const page = (content: string) => `<body>\n<main>\n<div>${content}</div>\n</main>\n</body>`
const block = (...rows: readonly (readonly [string, string])[]) =>
  `<div class="metadata">${rows.map(([key, value]) => `<div><div>${key}</div><div>${value}</div></div>`).join('')}</div>`
const missing = (text: string, path = '/o/s/a.html', site = none) =>
  metadataProblems(text, contentPath(path), site).map(({ mends, line }) => `${mends} ${line}`)

describe('what a page does not say of itself', () => {
  it('VE15 U7 is a title, unless it has a heading 1, and a description', () => {
    expect(missing(page('<p>Words</p>'))).toEqual(['title 2', 'description 2'])
    expect(missing(page('<h1>Ferries</h1><p>Words</p>'))).toEqual(['description 2'])
    expect(missing(page('<h1> </h1><p>Words</p>'))).toContain('title 2')
    const said = block(['Title', 'Ferries'], ['Description', 'All of them'])
    expect(missing(page(`<p>Words</p>\n${said}`))).toEqual([])
    expect(missing(page(`<p>Words</p>\n${block(['title', 'Ferries'], ['description', ' '])}`))).toEqual([
      'description 4'
    ])
  })

  it('VE15 is what readers get instead', () => {
    const messages = (text: string) =>
      metadataProblems(text, contentPath('/o/s/a.html'), none).map(({ message }) => message)
    expect(messages(page('<h1>Ferries</h1>'))).toEqual([
      'The page says no description: search results show none.'
    ])
    const long = '<h1>Ferries</h1><p>One two three four five six seven eight nine ten eleven</p>'
    expect(messages(page(long))).toEqual([
      'The page says no description: search results show its first words.'
    ])
  })

  it('VE15 is not what its site says, nor anything of empty pages, parts of pages, and those that nobody is to find', () => {
    const site = metadataFor(bulkRules([{ URL: '/**', Title: 'Site', Description: 'Of all' }]), '/a')
    expect(missing(page('<p>Words</p>'), '/o/s/a.html', site)).toEqual([])
    expect(missing(page('<p></p>'))).toEqual([])
    expect(missing(page(block(['tags', 'x'])))).toEqual([])
    expect(missing(page('<p><img src="a.png" alt=""></p>'))).toEqual(['title 2', 'description 2'])
    for (const part of ['nav', 'en/footer', 'fragments/offer', 'templates/article'])
      expect(missing(page('<p>Words</p>'), `/o/s/${part}.html`)).toEqual([])
    const hidden = `<h1>Thanks</h1>${block(['robots', 'NOINDEX, nofollow'])}`
    expect(missing(page(hidden))).toEqual([])
    expect(missing('<p>'.repeat(200_000))).toEqual([])
  })
})
