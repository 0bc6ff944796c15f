import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  originName,
  readPastedHtml,
  readPastedMarkdown,
  type Origin
} from '../../../../src/common/formats/page/paste'
import { readPage } from '../../../../src/common/formats/page/read'
import { writePage } from '../../../../src/common/formats/page/write'
import { sourceOf } from './source-of'

const folder = 'test/unit/page/paste/fixtures'
const clipboard = (name: string) => readFileSync(join(folder, `${name}.clipboard`), 'utf8')

const origins: readonly Origin[] = [
  'word',
  'word-online',
  'google-docs',
  'excel',
  'google-sheets',
  'apple',
  'notion',
  'web',
  'markdown'
]

describe('what other programs copy', () => {
  it.each(origins)('VE6 what is copied in %s becomes the page that a person would write by hand', (name) => {
    const text = clipboard(name)
    const pasted = name === 'markdown' ? readPastedMarkdown(text) : readPastedHtml(text)
    expect(pasted.origin).toBe(name)
    expect(originName(pasted.origin)).not.toBe('')
    const source = sourceOf(pasted)
    const golden = join(folder, `${name}.page`)
    if (process.env['GALLEY_GOLDEN'] && !existsSync(golden)) writeFileSync(golden, source)
    expect(source).toBe(readFileSync(golden, 'utf8'))
    const read = readPage(source)
    if ('refused' in read) throw new Error(read.refused.sentence)
    expect(writePage(read.page)).toBe(source)
  })

  it('VE6 items that were copied without their list are one', () => {
    expect(sourceOf(readPastedHtml('<li>a</li><li>b</li><p>c</p>')).replace(/>\s+</g, '><')).toContain(
      '<ul><li>a</li><li>b</li></ul><p>c</p>'
    )
  })
})
