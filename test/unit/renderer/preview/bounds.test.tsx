import { render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { checkHtml } from '../../../../src/renderer/src/components/inert-html'
import { readText } from '../../../../src/renderer/src/features/forms/document/form-document'
import { tableOf } from '../../../../src/renderer/src/engines/grid/clipboard'
import { HtmlFrame } from '../../../../src/renderer/src/engines/preview/HtmlFrame'

/** 24 KB that become two million elements in a browser. */
const growing = Array.from({ length: 2400 }, (_, at) => `<p><b a${at}>`).join('')

describe('a page that is too much for the window', () => {
  it('X5 E8 is told in the preview, and the browser’s own parser never sees it', async () => {
    const parse = vi.spyOn(DOMParser.prototype, 'parseFromString')
    render(<HtmlFrame html={growing} path={contentPath('/acme/web/a.html')} title="Preview" />)
    const told = await screen.findByText(/This page is too complicated to be worked with/)
    expect(told.textContent).toContain('as source text it can be edited')
    expect(parse.mock.calls.every(([text]) => !String(text).includes('a2399'))).toBe(true)
    parse.mockRestore()
  })

  it.each([
    ['scripting, in which the text would be hidden', `<noscript>${growing}`],
    ['a list to choose from', `<select>${growing}`],
    ['pictures, whose characters count for nothing', growing.replaceAll(' a', ' data:a/b;base64,/a')]
  ])('X5 does not come in under %s', (_what, html) => {
    expect(() => checkHtml(html)).toThrow(/too complicated/)
  })

  it('X5 is no form, and no table to be pasted', () => {
    expect(readText(growing)).toEqual({ kind: 'other' })
    expect(tableOf(`<table><tr><td>1</td></tr></table>${growing}`)).toBeNull()
    expect(tableOf('<table><tr><td>1</td></tr></table>')).not.toBeNull()
  })
})
