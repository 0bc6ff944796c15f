// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { sampleOf, offeredBlocks } from '../../../../src/renderer/src/features/page/library/offered-blocks'

const page = contentPath('/harbour/web/docs/library/cards.html')

describe('the block library', () => {
  it('VE28 holds the samples first, with how often pages use them, then each variant of other blocks', async () => {
    const sample = {
      classes: 'cards wide',
      title: 'Lists',
      about: 'Two',
      source: '<div class="cards wide"></div>',
      page
    }
    const used = [
      {
        name: 'cards',
        forms: [
          { classes: 'cards', pages: 3 },
          { classes: 'cards wide', pages: 1 }
        ],
        pages: 4,
        columns: 2,
        example: page
      }
    ]
    const blocks = offeredBlocks([sample], used)
    expect(blocks.map(({ title, detail, columns }) => [title, detail, columns])).toEqual([
      ['cards (wide)', 'Lists · Two · in the block library · on 1 page', 1],
      ['cards', 'on 3 pages', 2]
    ])
    expect(new Set(blocks.map(({ id }) => id)).size).toBe(2)
    expect(blocks[0] && (await sampleOf(blocks[0]))).toBe(sample)
  })
})
