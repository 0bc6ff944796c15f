import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { visibleSentence, visibleText } from '../../../../src/common/content/visible-text'

const turned = 'exe.\u202egnp.html'
const shown = 'exe.<U+202E>gnp.html'
const hidden = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'

afterEach(cleanup)

describe('texts that a stranger wrote, in the window', () => {
  it('E13 every sign that turns the direction of writing is written out, and nothing else changes', () => {
    expect(visibleText(hidden)).toBe(
      '<U+061C><U+200E><U+200F><U+202A><U+202B><U+202C><U+202D><U+202E><U+2066><U+2067><U+2068><U+2069>'
    )
    const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).join('')
    expect(visibleText(all)).toBe(all.replace(/\p{Bidi_Control}/gu, (sign) => visibleText(sign)))
    expect(/\p{Bidi_Control}/u.test(visibleText(all))).toBe(false)
    for (const plain of ['größe.html', '日本', 'emoji-👩‍💻', 'می‌خواهم', '<U+202E>'])
      expect(visibleText(plain)).toBe(plain)
  })

  it('E13 whoever draws a text cannot forget it: children, lists of them, fragments, and what is read out', () => {
    const names = [turned, 'b']
    const { container } = render(
      <div title={turned} aria-label={turned}>
        {turned}
        <b>Delete “{turned}”?</b>
        <>{turned}</>
        <i>{names}</i>
        <img src="data:," alt={turned} />
        <input placeholder={turned} aria-description={turned} />
        <input readOnly value={turned} aria-label="read" />
        <select>
          <option label={turned}>{turned}</option>
        </select>
      </div>
    )
    expect(container.innerHTML).not.toMatch(/\p{Bidi_Control}/u)
    expect(container.textContent).toContain(`Delete “${shown}”?`)
    expect(screen.getByTitle(shown)).toBe(screen.getByLabelText(shown))
    expect(screen.getByLabelText<HTMLInputElement>('read').value).toBe(shown)
  })

  it('E13 what a person types, an address and what components are given stay as they are', () => {
    const given: string[] = []
    const Row = ({ path }: { readonly path: string }) => {
      given.push(path)
      return <a href={`#${path}`}>{path}</a>
    }
    render(
      <>
        <Row path={turned} />
        <input defaultValue={turned} aria-label="typed" />
      </>
    )
    expect(given).toContain(turned)
    expect(screen.getByText(shown).getAttribute('href')).toBe(`#${turned}`)
    expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe(turned)
  })

  it('E13 a name in a script from right to left does not move the words of its sentence', () => {
    const name = 'דוח.html'
    expect(visibleSentence(`Delete “${name}”?`)).toBe(`Delete “\u2068${name}\u2069”?`)
    expect(visibleSentence('Delete “report.html”?')).toBe('Delete “report.html”?')
    const { container } = render(<p>Delete {name} (2 files)?</p>)
    expect(container.textContent).toBe(`Delete \u2068${name}\u2069 (2 files)?`)
  })
})
