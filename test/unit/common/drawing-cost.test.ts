import { describe, expect, it } from 'vitest'
import { tooMuchToDraw } from '../../../src/common/content/drawing-cost'
import { fc } from '../../support/properties'

const utf8 = (text: string) => new TextEncoder().encode(text)
const drawn = (inside: string, before = '') =>
  tooMuchToDraw(utf8(`${before}<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`))

/** Ten of the one before, and so on: 10 to the power of `depth` in all. */
const nested = (depth: number, use: (id: string) => string) =>
  `<defs><g id="a0"><path d="M0 0h1"/></g>${Array.from(
    { length: depth },
    (_, n) => `<g id="a${n + 1}">${use(`a${n}`).repeat(10)}</g>`
  ).join('')}</defs>${use(`a${depth}`)}`

describe('a drawing', () => {
  it.each([
    ['uses of uses', nested(8, (id) => `<use href="#${id}"/>`)],
    ['uses by another name', nested(8, (id) => `<x:use xlink:href = '#${id}'></x:use>`)],
    ['uses whose mark is written as a number', nested(8, (id) => `<use href="&#x23;${id}"/>`)],
    ['masks of masks', nested(8, (id) => `<rect mask="url(#${id})"/>`)],
    ['patterns of patterns', nested(8, (id) => `<rect style="fill:url('#${id}')"/>`)],
    [
      'one filter, used again and again',
      `<filter id="f"><feGaussianBlur stdDeviation="400"/></filter>${'<rect filter="url(#f)"/>'.repeat(300)}`
    ],
    [
      'one filter, given by a rule',
      `<style><![CDATA[@media all { .x { filter: url(#f) } }]]></style><filter id="f"><feTurbulence/></filter>${'<rect class="x"/>'.repeat(300)}`
    ],
    ['filters of style', '<rect style="filter: blur(400px)"/>'.repeat(300)],
    ['filters behind much else', `${' '.repeat(300_000)}${'<feGaussianBlur/>'.repeat(200)}`],
    ['very many elements', '<path d="M0 0"/>'.repeat(200_000)],
    ['drawings in it', '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>']
  ])('E12 is not shown when it would hold up the window: %s', (_, inside) => {
    expect(drawn(inside)).not.toBeNull()
  })

  it('E12 is looked at in the letters that a browser reads it in', () => {
    const text = `<svg>${'<feGaussianBlur/>'.repeat(200)}</svg>`
    const wide = Uint8Array.from([0xff, 0xfe, ...Buffer.from(text, 'utf16le')])
    const said = '200 filters, and at most 50 are drawn'
    expect(
      [utf8(text), wide, wide.subarray(2), Uint8Array.from(Buffer.from(wide).swap16())].map(tooMuchToDraw)
    ).toEqual(Array.from({ length: 4 }, () => said))
  })

  it('E12 is not shown when its abbreviations grow', () => {
    const entities = '<!DOCTYPE svg [<!ENTITY a "<rect/><rect/>"><!ENTITY b "&a;&a;">]>'
    expect(drawn('&b;', entities)).toContain('abbreviations')
    const addresses = '<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>'
    expect(drawn('<path/>', addresses)).toBeNull()
  })

  it('E12 is shown when people made it: uses, gradients, shadows, circles that a browser leaves out', () => {
    const shadow = '<filter id="s"><feOffset/><feGaussianBlur stdDeviation="2"/><feBlend/></filter>'
    const gradient = '<linearGradient id="g"><stop/><stop/></linearGradient>'
    expect(
      drawn(
        `${shadow}${gradient}<g id="icon"><path fill="url(#g)"/></g>${'<use href="#icon"/>'.repeat(500)}${'<g filter="url(#s)"/>'.repeat(20)}`
      )
    ).toBeNull()
    expect(drawn('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')).toBeNull()
    expect(drawn('<style>.a{fill:url(#g)} .b,.c{stroke:#000}</style><path class="a"/>')).toBeNull()
  })

  it('E12 bytes of any kind are answered, and none is waited for', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '<!--',
      '<![CDATA[',
      '<!ENTITY ',
      '<style>',
      '}',
      '{',
      'a',
      '<g id="',
      ' href="#a"'
    )
    fc.assert(fc.property(fc.array(pieces, { maxLength: 60 }), (all) => void drawn(all.join(''))))
    for (const one of [
      '<',
      '<g ',
      '<!--',
      '<![CDATA[',
      '<!ENTITY "',
      '<style>',
      '<g a="',
      '{',
      '}',
      '<g id="a" href="#a">'
    ])
      drawn(one.repeat(200_000 / one.length))
  })
})
