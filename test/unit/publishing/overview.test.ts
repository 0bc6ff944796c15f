import { expect, it } from 'vitest'
import { overviewPage } from '../../../src/common/publishing/overview'

it('E13 F5 the page of a delivered document shows signs that turn the direction of writing; its JSON has them as they are', () => {
  const turned = 'exe.\u202egnp'
  const page = overviewPage({
    title: turned,
    schemaName: turned,
    address: '/delivery/a',
    environment: 'live',
    data: { [turned]: [turned] },
    facts: `By ${turned}.`
  })
  expect(page).not.toMatch(/\p{Bidi_Control}/u)
  expect(page.match(/exe\.&lt;U\+202E&gt;gnp/g)).toHaveLength(8)
})
