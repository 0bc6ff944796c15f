// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { readPage } from '../../../../src/common/formats/page/read'
import { pageOfBlock } from '../../../../src/renderer/src/engines/page/parts/block-page'
import { placeOf } from './pages'

describe('the look of a block', () => {
  it('VE19 is a page that holds that block as it is written, and what is said about its section', () => {
    const cards = `<div class="cards  wide"><div><div>One</div></div></div>`
    const style = `<div class="section-metadata"><div><div>style</div><div>dark</div></div></div>`
    const html = `<head><style>p { color: red }</style></head><body><main><div><p>Before</p></div><div><p>Words</p>${cards}<div class="hero"></div>${style}</div></main><footer>End</footer></body>`
    const reading = readPage(html)
    if ('refused' in reading) throw new Error(reading.refused.sentence)
    const $at = reading.page.resolve(placeOf(reading.page, 'One'))
    expect(pageOfBlock(reading.page, { node: $at.node(2), pos: $at.before(2) })).toBe(
      `<head><style>p { color: red }</style></head><body><main><div>${cards}${style}</div></main><footer>End</footer></body>`
    )
  })
})
