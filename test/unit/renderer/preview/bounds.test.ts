import { describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { readText } from '../../../../src/renderer/src/features/forms/document/form-document'
import { tableOf } from '../../../../src/renderer/src/features/grid/clipboard'
import { renderPreview } from '../../../../src/renderer/src/features/preview/render'

/** 24 KB that become two million elements in a browser. */
const growing = Array.from({ length: 2400 }, (_, at) => `<p><b a${at}>`).join('')

describe('a page that is too much for the window', () => {
  it('X5 E8 is told in the preview, and the browser’s own parser never sees it', async () => {
    const parse = vi.spyOn(DOMParser.prototype, 'parseFromString')
    const { page } = await renderPreview(growing, contentPath('/acme/web/a.html'), null)
    expect(page).toContain('This page is too complicated to be worked with')
    expect(page).toContain('as source text it can be edited')
    expect(parse.mock.calls.every(([text]) => !String(text).includes('a2399'))).toBe(true)
    parse.mockRestore()
  })

  it('X5 is no form, and no table to be pasted', () => {
    expect(readText(growing)).toEqual({ kind: 'other' })
    expect(tableOf(`<table><tr><td>1</td></tr></table>${growing}`)).toBeNull()
    expect(tableOf('<table><tr><td>1</td></tr></table>')).not.toBeNull()
  })
})
