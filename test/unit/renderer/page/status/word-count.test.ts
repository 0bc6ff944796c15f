// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { readPage } from '../../../../../src/common/formats/page/read'
import { minutesOf, wordsIn, wordsOf } from '../../../../../src/renderer/src/features/page/status/word-count'

function wordsOfPage(main: string): number {
  const reading = readPage(`<body><main>${main}</main></body>`)
  if ('refused' in reading) throw new Error(reading.refused.sentence)
  return wordsOf(reading.page)
}

describe('the words of a page', () => {
  it('VE15 are counted in any script; signs alone are none', () => {
    expect(wordsIn('Don’t count – well-known “things” twice, 3.5 € …')).toBe(7)
    expect(wordsIn('港 と 船')).toBe(3)
    expect(wordsIn('שלום עולם')).toBe(2)
    expect(wordsIn('')).toBe(0)
  })

  it('VE15 are those of lines, blocks and tables; of metadata and HTML there are none', () => {
    const main = `<div><h1>One <b>t</b>wo</h1><div class="cards"><div><div>three</div></div></div>
      <table><tr><td>four<br>five</td></tr></table><x-y>no</x-y></div>
      <div><div class="Metadata"><div><div>title</div><div>No</div></div></div></div>`
    expect(wordsOfPage(main)).toBe(5)
  })

  it('VE15 take as long as most people need', () => {
    expect([minutesOf(0), minutesOf(230), minutesOf(1_000)]).toEqual([1, 1, 4])
  })
})
